import { authPageQuery } from '@/components/auth/authPageQuery'
import { ForgotPassword } from '@/components/auth/password/ForgotPassword'
import { createContentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = createContentPage(pages.forgotPassword, authPageQuery, ForgotPassword)

export { generateMetadata, Page as default }

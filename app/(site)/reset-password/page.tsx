import { authPageQuery } from '@/components/auth/AuthPage'
import { ResetPassword } from '@/components/auth/ResetPassword'
import { createContentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = createContentPage(pages.resetPassword, authPageQuery, ResetPassword)

export { generateMetadata, Page as default }

import { ResetPassword } from '@/components/auth/password/ResetPassword'
import { resetPasswordPageQuery } from '@/components/auth/queries'
import { contentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = contentPage(pages.resetPassword, resetPasswordPageQuery, ResetPassword)

export { generateMetadata, Page as default }

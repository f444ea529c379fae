import { ForgotPassword } from '@/components/auth/password/ForgotPassword'
import { forgotPasswordPageQuery } from '@/components/auth/queries'
import { createContentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = createContentPage(
  pages.forgotPassword,
  forgotPasswordPageQuery,
  ForgotPassword,
)

export { generateMetadata, Page as default }

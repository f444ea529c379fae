import { ResetPassword } from '@/components/auth/password/ResetPassword'
import { resetPasswordPageQuery } from '@/components/auth/queries'
import { createContentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = createContentPage(
  pages.resetPassword,
  resetPasswordPageQuery,
  ResetPassword,
)

export { generateMetadata, Page as default }

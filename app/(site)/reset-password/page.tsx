import { ResetPassword } from '@/components/auth/password/ResetPassword'
import { resetPasswordPageQuery } from '@/components/auth/queries'
import { ContentPage, contentMetadata } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

export const generateMetadata = () => contentMetadata(pages.resetPassword, resetPasswordPageQuery)

export default function Page() {
  return <ContentPage entry={pages.resetPassword} query={resetPasswordPageQuery} component={ResetPassword} />
}

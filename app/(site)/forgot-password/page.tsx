import { ForgotPassword } from '@/components/auth/password/ForgotPassword'
import { forgotPasswordPageQuery } from '@/components/auth/queries'
import { ContentPage, contentMetadata } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

export const generateMetadata = () => contentMetadata(pages.forgotPassword, forgotPasswordPageQuery)

export default function Page() {
  return (
    <ContentPage entry={pages.forgotPassword} query={forgotPasswordPageQuery} component={ForgotPassword} />
  )
}

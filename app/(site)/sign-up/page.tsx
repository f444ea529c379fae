import { signUpPageQuery } from '@/components/auth/queries'
import { SignUp } from '@/components/auth/signUp/SignUp'
import { ContentPage, contentMetadata } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

export const generateMetadata = () => contentMetadata(pages.signUp, signUpPageQuery)

export default function Page() {
  return <ContentPage entry={pages.signUp} query={signUpPageQuery} component={SignUp} />
}

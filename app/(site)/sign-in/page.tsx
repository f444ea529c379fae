import { signInPageQuery } from '@/components/auth/queries'
import { SignIn } from '@/components/auth/signIn/SignIn'
import { ContentPage, contentMetadata } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

export const generateMetadata = () => contentMetadata(pages.signIn, signInPageQuery)

export default function Page() {
  return <ContentPage entry={pages.signIn} query={signInPageQuery} component={SignIn} />
}

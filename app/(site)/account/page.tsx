import { Account } from '@/components/auth/account/Account'
import { accountPageQuery } from '@/components/auth/queries'
import { ContentPage, contentMetadata } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

export const generateMetadata = () => contentMetadata(pages.account, accountPageQuery)

export default function Page() {
  return <ContentPage entry={pages.account} query={accountPageQuery} component={Account} />
}

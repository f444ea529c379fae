import { Claim } from '@/components/auth/claim/Claim'
import { claimPageQuery } from '@/components/auth/queries'
import { ContentPage, contentMetadata } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

export const generateMetadata = () => contentMetadata(pages.claim, claimPageQuery)

export default function Page() {
  return <ContentPage entry={pages.claim} query={claimPageQuery} component={Claim} />
}

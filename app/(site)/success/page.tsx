import { Confirmation, successPageQuery } from '@/components/membership/afterCheckout/Confirmation'
import { ContentPage, contentMetadata } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

export const generateMetadata = () => contentMetadata(pages.success, successPageQuery)

export default function Page() {
  return <ContentPage entry={pages.success} query={successPageQuery} component={Confirmation} />
}

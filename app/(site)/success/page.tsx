import {
  Confirmation,
  checkoutMarkScript,
  successPageQuery,
} from '@/components/membership/afterCheckout/Confirmation'
import { contentPage } from '@/components/site/ContentPage'
import { InlineScript } from '@/components/ui/InlineScript'
import { pages } from '@/lib/pages'

const { generateMetadata, Page: Content } = contentPage(pages.success, successPageQuery, Confirmation)

export { generateMetadata }

/** The script comes first: it hides, before anything is painted, what is true only of who comes without a checkout. */
export default function SuccessPage() {
  return (
    <>
      <InlineScript source={checkoutMarkScript} />
      <Content />
    </>
  )
}

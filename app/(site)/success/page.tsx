import { preloadText } from '@/app/fonts/preloadText'
import {
  Confirmation,
  checkoutMarkScript,
  successPageQuery,
} from '@/components/membership/afterCheckout/Confirmation'
import { contentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = contentPage(
  pages.success,
  successPageQuery,
  Confirmation,
  checkoutMarkScript,
)

export { generateMetadata }

/** The page after the checkout. */
export default function SuccessPage() {
  preloadText()
  return <Page />
}

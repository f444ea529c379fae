import { Confirmation, successPageQuery } from '@/components/membership/afterCheckout/Confirmation'
import { checkoutSessionScript } from '@/components/membership/afterCheckout/checkoutSession'
import { createContentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = createContentPage(
  pages.success,
  successPageQuery,
  Confirmation,
  checkoutSessionScript,
)

export { generateMetadata, Page as default }

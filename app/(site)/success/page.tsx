import { preloadTextFont } from '@/app/fonts/preloadTextFont'
import { Confirmation, successPageQuery } from '@/components/membership/afterCheckout/Confirmation'
import { checkoutSessionScript } from '@/components/membership/afterCheckout/checkoutSession'
import { createContentPage } from '@/components/site/ContentPage'
import { pages } from '@/lib/pages'

const options = { blockingScript: checkoutSessionScript, preload: preloadTextFont }
const { generateMetadata, Page } = createContentPage(pages.success, successPageQuery, Confirmation, options)

export { generateMetadata, Page as default }

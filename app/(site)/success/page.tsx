import { Confirmation, successPageQuery } from '@/components/membership/afterCheckout/Confirmation'
import { contentPage } from '@/components/site/ContentPage'
import { InlineScript } from '@/components/ui/InlineScript'
import type { SuccessPageQueryResult } from '@/lib/content/types.generated'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = contentPage(pages.success, successPageQuery, SuccessPage)

export { generateMetadata, Page as default }

/**
 * Stands before everything that buyers and others see differently, and marks the document of whoever comes without a
 * checkout, before anything is painted: nobody is welcomed who has not paid.
 */
const purchaseMarkScript =
  '/[?&]session_id=/.test(location.search)||document.documentElement.setAttribute("data-no-purchase","")'

function SuccessPage({ page }: { page: NonNullable<SuccessPageQueryResult> }) {
  return (
    <>
      <InlineScript source={purchaseMarkScript} />
      <Confirmation page={page} />
    </>
  )
}

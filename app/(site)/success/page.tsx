import { Confirmation, successPageQuery } from '@/components/membership/afterCheckout/Confirmation'
import { PurchaseMark } from '@/components/membership/afterCheckout/PurchaseMark'
import { contentPage } from '@/components/site/ContentPage'
import type { SuccessPageQueryResult } from '@/lib/content/types.generated'
import { pages } from '@/lib/pages'

const { generateMetadata, Page } = contentPage(pages.success, successPageQuery, SuccessPage)

export { generateMetadata, Page as default }

function SuccessPage({ page }: { page: NonNullable<SuccessPageQueryResult> }) {
  return (
    <>
      <PurchaseMark />
      <Confirmation page={page} />
    </>
  )
}

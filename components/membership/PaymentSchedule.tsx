import type { SiteContent } from '@/lib/content/reading/settings'
import { fillTemplate } from '@/lib/content/text/format'
import { formatOfferMoney } from '@/lib/content/text/offerValues'

/**
 * The payments up to the first one at the regular price. With more than three introductory months, only the first and
 * last are shown. Hidden from former members, who pay the regular price from the first month.
 * Pages are static, so only the purchase dialog has dates, which its script fills in (offerDialog.ts).
 */
export function PaymentSchedule({ site: { offer, messages } }: { site: SiteContent }) {
  const { introMonths, introPrice, regularPrice } = offer ?? {}
  if (!offer || !introMonths || !introPrice || !regularPrice) return null
  const texts = messages.checkout
  const months =
    introMonths > 3 ? [0, introMonths] : Array.from({ length: introMonths + 1 }, (_, month) => month)
  const getLabel = (month: number) =>
    month === 0
      ? texts.payToday
      : fillTemplate(month === 1 ? texts.payNext : texts.payLater, { count: month })
  return (
    <ol className="payment-schedule unless-former">
      {months.map((month) => (
        <li key={month}>
          <span data-months={month}>{getLabel(month)}</span>
          <strong>{formatOfferMoney(month < introMonths ? introPrice : regularPrice, offer)}</strong>
        </li>
      ))}
    </ol>
  )
}

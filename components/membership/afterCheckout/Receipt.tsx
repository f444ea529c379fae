import { fillTemplate, formatMoney, locale } from '@/lib/content/text/format'
import type { CheckoutReceipt } from '@/lib/membership/checkout/checkoutStatus'
import type { AfterCheckoutTexts } from '../texts'

export type ReceiptProps = { receipt: CheckoutReceipt; texts: AfterCheckoutTexts }

/** Shows the paid amount, and the next payment with its date. */
export function Receipt({ receipt, texts }: ReceiptProps) {
  const { paid_amount, next_amount, next_date, currency } = receipt
  const amount = formatMoney(next_amount, currency)
  const date = next_date && new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(next_date))
  return (
    <dl className="receipt surface-bone">
      <div>
        <dt>{texts.paidLabel}</dt>
        <dd>{formatMoney(paid_amount, currency)}</dd>
      </div>
      {date && (
        <div>
          <dt>{fillTemplate(texts.nextLabel, { date })}</dt>
          <dd>{amount}</dd>
        </div>
      )}
    </dl>
  )
}

import { fillTemplate, formatDay, formatMoney } from '@/lib/content/text/format'
import type { CheckoutReceipt } from '@/lib/membership/checkout/checkoutStatus'
import type { AfterCheckoutTexts } from '../texts'

export type ReceiptProps = { receipt: CheckoutReceipt; texts: AfterCheckoutTexts }

/** Shows the paid amount, the next payment, and the first of the regular price, with their dates. */
export function Receipt({ receipt, texts }: ReceiptProps) {
  const { paid_amount, next_amount, next_date, regular_amount, regular_date, currency } = receipt
  const payments = [
    { label: texts.nextLabel, date: next_date, amount: next_amount },
    { label: texts.regularLabel, date: regular_date, amount: regular_amount },
  ]
  return (
    <dl className="receipt surface-bone">
      <div>
        <dt>{texts.paidLabel}</dt>
        <dd>{formatMoney(paid_amount, currency)}</dd>
      </div>
      {payments.map(
        ({ label, date, amount }) =>
          date && (
            <div key={label}>
              <dt>{fillTemplate(label, { date: formatDay(date) })}</dt>
              <dd>{formatMoney(amount, currency)}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

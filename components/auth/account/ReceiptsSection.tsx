import { useState } from 'react'
import { ActionButton } from '@/components/ui/form/ActionButton'
import { callRoute } from '@/lib/auth/browser/callRoute'
import { fillTemplate, formatDay, formatMoney } from '@/lib/content/text/format'
import { getProperty } from '@/lib/errorCode'
import type { Receipt } from '@/lib/membership/receipts'
import { useProblemAlert } from '../ProblemAlert'
import { focusElement } from '../View'
import { type AccountSectionProps, Section } from './Section'

/** The user's payments, each with a link to its receipt on Stripe. They load when the button is pressed. */
export function ReceiptsSection({ texts }: Pick<AccountSectionProps, 'texts'>) {
  const [receipts, setReceipts] = useState<Receipt[]>()
  const { alert, run } = useProblemAlert(texts)

  async function loadReceipts() {
    const loaded = getProperty(await callRoute('/api/receipts'), 'receipts')
    setReceipts(Array.isArray(loaded) ? loaded : [])
  }

  return (
    <Section heading={texts.receiptsHeading}>
      <p dir="auto">{texts.receiptsText}</p>
      {receipts ? (
        // The list replaces the pressed button, which loses the focus.
        <ul ref={focusElement} tabIndex={-1}>
          {receipts.length === 0 && <li dir="auto">{texts.receiptsNone}</li>}
          {receipts.map(({ id, url, amount, currency, paid_at }) => (
            <li key={id}>
              <a href={url} className="text-link" dir="auto">
                {fillTemplate(texts.receiptItem, {
                  amount: formatMoney(amount, currency),
                  date: formatDay(paid_at),
                })}
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <ActionButton
          className="button button-quiet"
          action={() => run(loadReceipts)}
          busyLabel={texts.working}
        >
          {texts.receiptsShow}
        </ActionButton>
      )}
      {alert}
    </Section>
  )
}

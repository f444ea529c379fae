import { useLayoutEffect, useRef, useState } from 'react'
import { ActionButton } from '@/components/ui/form/ActionButton'
import { callRoute } from '@/lib/auth/browser/callRoute'
import { type ProblemName, toProblemNames } from '@/lib/auth/browser/problems'
import { fillTemplate, formatDay, formatMoney } from '@/lib/content/text/format'
import { getProperty } from '@/lib/errorCode'
import type { Receipt } from '@/lib/membership/receipts'
import { ProblemAlert } from '../ProblemAlert'
import { type AccountSectionProps, Section } from './Section'

/** The user's payments, each with a link to its receipt on Stripe. They load when the button is pressed. */
export function ReceiptsSection({ texts }: Pick<AccountSectionProps, 'texts'>) {
  const [receipts, setReceipts] = useState<Receipt[]>()
  const [problem, setProblem] = useState<ProblemName>()
  const list = useRef<HTMLUListElement>(null)

  // The list replaces the pressed button, which loses the focus. A passive effect would come after a quick next key.
  useLayoutEffect(() => {
    if (receipts) list.current?.focus()
  }, [receipts])

  async function loadReceipts() {
    try {
      const loaded = getProperty(await callRoute('/api/receipts'), 'receipts')
      setReceipts(Array.isArray(loaded) ? loaded : [])
      setProblem(undefined)
    } catch (error) {
      setProblem(toProblemNames(error, navigator.onLine)[0] ?? 'unexpected')
    }
  }

  return (
    <Section heading={texts.receiptsHeading}>
      <p dir="auto">{texts.receiptsText}</p>
      {receipts ? (
        <ul ref={list} tabIndex={-1}>
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
        <ActionButton className="button button-quiet" action={loadReceipts} busyLabel={texts.working}>
          {texts.receiptsShow}
        </ActionButton>
      )}
      <ProblemAlert problem={problem} texts={texts} />
    </Section>
  )
}

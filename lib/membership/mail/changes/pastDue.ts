import type Stripe from 'stripe'
import { toDate } from '../../stripe'
import { type ChangeContext, type ChangeFacts, defineChange, isRecent } from '../change'

/** How many days before access ends the last warning is sent. */
const warningDays = 3

const isPastDue = `s.status in ('past_due', 'unpaid')`

/** The payment of a renewal has failed. */
export const paymentFailed = defineChange({
  kind: 'payment_failed',
  group: 'purchases',
  prefix: 'failed',
  select: () => ({
    period: 's.past_due_since',
    condition: `${isPastDue} and ${isRecent('s.past_due_since')}`,
  }),
  read: readArrears,
})

/** A renewal is still unpaid shortly before access ends. */
export const lastWarning = defineChange({
  kind: 'last_warning',
  group: 'purchases',
  prefix: 'lastWarning',
  select: ({ graceDays }) => {
    const accessEnd = `s.past_due_since + interval '${graceDays} days'`
    return {
      period: accessEnd,
      condition: `${isPastDue} and ${graceDays > warningDays} and $1::timestamptz < ${accessEnd}
        and $1::timestamptz >= ${accessEnd} - interval '${warningDays} days'`,
    }
  },
  read: async (context) => {
    const arrears = await readArrears(context)
    return arrears && { ...arrears, date: context.row.period }
  },
})

/** Reads the open invoices of a membership: their sum, and the date and payment URL of the oldest. */
async function readArrears({ billing, subscription }: ChangeContext): Promise<ChangeFacts | undefined> {
  const invoices: Stripe.Invoice[] = []
  for await (const invoice of billing.stripe.invoices.list({
    subscription: subscription.id,
    status: 'open',
    limit: 100,
  }))
    invoices.push(invoice)
  const oldest = invoices.at(-1)
  if (!oldest?.hosted_invoice_url) return undefined
  return {
    amount: invoices.reduce((sum, { amount_remaining }) => sum + amount_remaining, 0),
    date: toDate(oldest.created),
    url: oldest.hosted_invoice_url,
  }
}

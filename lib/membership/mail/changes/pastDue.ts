import { skipPasswordStep } from '@/lib/auth/browser/emailLink'
import { formatDay } from '@/lib/content/text/format'
import { pages } from '@/lib/pages'
import { getPaymentDeadline } from '../../mirror/entitlement'
import { readOpenInvoices } from '../../mirror/stripeState'
import { toDate } from '../../stripe'
import {
  type ChangeContext,
  type ChangeFacts,
  createGuestFacts,
  isRecent,
  type MembershipChange,
} from '../change'

/** How many days before the end of access the last warning is sent. */
const warningDays = 3

const isPastDue = `s.status in ('past_due', 'unpaid')`

/** A renewal's payment has failed. */
export const paymentFailed: MembershipChange = {
  kind: 'failed',
  select: () => ({
    period: 's.past_due_since',
    condition: `${isPastDue} and ${isRecent('s.past_due_since')}`,
  }),
  read: async (context) => {
    const { billing, row, subscription } = context
    const arrears = await readArrears(context)
    const payBy = getPaymentDeadline(row.period, billing)
    // The status `unpaid` gives no access.
    if (!arrears || subscription.status !== 'past_due' || payBy <= billing.now()) return arrears
    return {
      ...arrears,
      above: ['failedText', 'failedDeadline'],
      values: { ...arrears.values, payBy: formatDay(payBy) },
    }
  },
}

/** A renewal is still unpaid shortly before access ends. */
export const lastWarning: MembershipChange = {
  kind: 'lastWarning',
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
}

/**
 * Reads a membership's open invoices: their sum, and the date of the oldest. The button opens the account page,
 * since an invoice may be paid or voided after the email is sent.
 */
async function readArrears(context: ChangeContext): Promise<ChangeFacts | undefined> {
  const { billing, row, subscription, email } = context
  const invoices = await readOpenInvoices(billing.stripe, [subscription])
  const oldest = invoices.at(-1)
  if (!oldest) return undefined
  const url = `${billing.siteOrigin}${pages.account.path}#pay`
  return {
    amount: invoices.reduce((sum, { amount_remaining }) => sum + amount_remaining, 0),
    date: toDate(oldest.created),
    ...(row.isGuest
      ? await createGuestFacts(billing, email, skipPasswordStep(url))
      : { url, below: ['newCard'] }),
  }
}

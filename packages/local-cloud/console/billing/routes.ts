import { Hono } from 'hono'
import { z } from 'zod'
import { parseBody } from '../../http/body.ts'
import type { CloudEnvironment } from '../../http/context.ts'
import { HttpError } from '../../http/errors.ts'
import { findProcessingIntent, settleSession } from '../../stripe/checkout/delayed.ts'
import { formatMoney } from '../../stripe/engine/currency.ts'
import { closeDispute, openDispute } from '../../stripe/engine/disputes.ts'
import { setFinalizationFailures } from '../../stripe/engine/invoices.ts'
import { formatPrice } from '../../stripe/engine/lines.ts'
import { refundCharge } from '../../stripe/engine/refunds.ts'
import { DUNNING_ENDS, endSubscription, hasEnded } from '../../stripe/engine/subscriptionStatus.ts'
import type { Account, Operation } from '../../stripe/operation.ts'
import { getId, getItem, type Kind, type Objects } from '../../stripe/types.ts'

/** How many of the latest objects of each kind the summary reads. */
const SUMMARY_LIMIT = 50

function summarize({ store, clock, startOperation }: Account): Record<string, unknown> {
  const listLatest = <K extends Kind>(kind: K) => store.list(kind).slice(0, SUMMARY_LIMIT)
  const getEmailOrId = (customer: Parameters<typeof getId>[0]) => {
    const id = getId(customer)
    return store.get('customer', id ?? '')?.email ?? id
  }
  return {
    now: clock.now(),
    offsetSeconds: clock.offsetSeconds,
    subscriptions: listLatest('subscription').map((subscription) => ({
      id: subscription.id,
      customer: getEmailOrId(subscription.customer),
      status: subscription.status,
      isLive: !hasEnded(subscription),
      price: formatPrice(getItem(subscription).price),
      periodEnd: getItem(subscription).current_period_end,
      cancelAt: subscription.cancel_at,
    })),
    undecided: listLatest('checkout.session')
      .filter((session) => findProcessingIntent(startOperation(), session))
      .map((session) => ({
        id: session.id,
        customer: session.customer_details?.email,
        amount: formatMoney(session.amount_total ?? 0, session.currency ?? 'usd'),
        created: session.created,
      })),
    charges: listLatest('charge').map((charge) => ({
      id: charge.id,
      customer: getEmailOrId(charge.customer),
      amount: formatMoney(charge.amount, charge.currency),
      status: charge.disputed ? 'disputed' : charge.refunded ? 'refunded' : charge.status,
      created: charge.created,
    })),
  }
}

/** Returns an object whose state allows the change. Throws a 404 when no such object exists. */
function requireChangeable<K extends Kind>(
  operation: Operation,
  kind: K,
  id: string,
  canChange: (object: Objects[K]) => boolean,
): Objects[K] {
  const found = operation.store.get(kind, id)
  if (found && canChange(found)) return found
  throw new HttpError(404, `There is no ${kind} "${id}" whose state allows this change`)
}

/** The changes to the Stripe account that the control API accepts. */
const changeSchema = z.union(
  [
    z.object({ dunningEnd: z.enum(DUNNING_ENDS) }),
    z.object({ activeWhileProcessing: z.boolean() }),
    z.object({ memberUrl: z.url().or(z.literal('')) }),
    z.object({ finalizationFailures: z.int().min(0) }),
    z.object({ dispute: z.string() }),
    z.object({ closeDispute: z.string(), won: z.boolean() }),
    z.object({ settle: z.string(), succeeds: z.boolean() }),
    z.object({ refund: z.string() }),
    z.object({ cancel: z.string() }),
  ],
  { error: 'Expected one change with its fields; see docs/console.md' },
)
type Change = z.infer<typeof changeSchema>

/** Applies a change. Throws a 404 when its object does not exist, or the object's state does not allow it. */
function applyChange(operation: Operation, change: Change): void {
  const { store } = operation
  if ('dunningEnd' in change) store.setSetting('dunning_end', change.dunningEnd)
  else if ('activeWhileProcessing' in change) {
    store.setSetting('active_while_processing', String(change.activeWhileProcessing))
  } else if ('memberUrl' in change) store.setSetting('member_url', change.memberUrl)
  else if ('finalizationFailures' in change) {
    setFinalizationFailures(operation, change.finalizationFailures)
  } else if ('dispute' in change) {
    const canDispute = (charge: Objects['charge']) => charge.status === 'succeeded' && !charge.disputed
    openDispute(operation, requireChangeable(operation, 'charge', change.dispute, canDispute))
  } else if ('closeDispute' in change) {
    const isOpen = ({ status }: Objects['dispute']) => status === 'needs_response'
    const dispute = requireChangeable(operation, 'dispute', change.closeDispute, isOpen)
    closeDispute(operation, dispute, { isWon: change.won })
  } else if ('settle' in change) {
    const isUndecided = (session: Objects['checkout.session']) =>
      findProcessingIntent(operation, session) !== undefined
    const session = requireChangeable(operation, 'checkout.session', change.settle, isUndecided)
    settleSession(operation, session, { succeeds: change.succeeds })
  } else if ('refund' in change) {
    const canRefund = ({ status, refunded, disputed }: Objects['charge']) =>
      status === 'succeeded' && !refunded && !disputed
    const charge = requireChangeable(operation, 'charge', change.refund, canRefund)
    refundCharge(operation, charge, { amount: undefined, reason: 'requested_by_customer' })
  } else {
    const isLive = (subscription: Objects['subscription']) => !hasEnded(subscription)
    const subscription = requireChangeable(operation, 'subscription', change.cancel, isLive)
    endSubscription(operation, subscription, 'cancellation_requested')
  }
}

/** Creates the `/billing` routes of the control API. The mounting app must authorize the requests. */
export function createBillingRoutes(account: Account): Hono<CloudEnvironment> {
  const { store, startOperation, sendPending } = account
  const routes = new Hono<CloudEnvironment>()
  routes.get('/billing', (c) => c.json(summarize(account)))
  routes.post('/billing', async (c) => {
    const change = await parseBody(c.req, changeSchema)
    store.transaction(() => applyChange(startOperation(), change))
    sendPending()
    return c.json(summarize(account))
  })
  return routes
}

import { Hono } from 'hono'
import { isRecord, readJson } from '../../http/body.ts'
import type { CloudEnvironment } from '../../http/context.ts'
import { HttpError } from '../../http/errors.ts'
import { findProcessingIntent, settleSession } from '../../stripe/checkout/delayed.ts'
import { formatMoney } from '../../stripe/engine/currency.ts'
import { closeDispute, openDispute } from '../../stripe/engine/disputes.ts'
import { setFinalizationFailures } from '../../stripe/engine/invoices.ts'
import { formatPrice } from '../../stripe/engine/lines.ts'
import { refundCharge } from '../../stripe/engine/refunds.ts'
import {
  DUNNING_ENDS,
  endSubscription,
  getDunningEnd,
  hasEnded,
} from '../../stripe/engine/subscriptionStatus.ts'
import type { Account, Operation } from '../../stripe/operation.ts'
import { getId, getItem, type Kind, type Objects } from '../../stripe/types.ts'

/** The maximum number of objects of each kind in the summary. */
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
    dunningEnd: getDunningEnd(startOperation()),
    subscriptions: listLatest('subscription').map((subscription) => ({
      id: subscription.id,
      customer: getEmailOrId(subscription.customer),
      status: subscription.status,
      isLive: !hasEnded(subscription),
      price: formatPrice(getItem(subscription).price),
      periodEnd: getItem(subscription).current_period_end,
      cancelAt: subscription.cancel_at,
    })),
    invoices: listLatest('invoice').map((invoice) => ({
      id: invoice.id,
      number: invoice.number,
      customer: getEmailOrId(invoice.customer),
      total: formatMoney(invoice.total, invoice.currency),
      status: invoice.status,
      created: invoice.created,
      page: invoice.hosted_invoice_url,
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

function requireFlag(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value
  throw new HttpError(400, `"${name}" must be true or false`)
}

/** Returns an object whose state allows the change. Throws a 404 when no such object exists. */
function requireChangeable<K extends Kind>(
  operation: Operation,
  kind: K,
  id: unknown,
  canChange: (object: Objects[K]) => boolean,
): Objects[K] {
  const found = typeof id === 'string' ? operation.store.get(kind, id) : undefined
  if (found && canChange(found)) return found
  throw new HttpError(404, `There is no ${kind} "${id}" whose state allows this change`)
}

/** The changes of the control API. The request names a change by the field with this key. */
const CHANGES: Record<
  string,
  (operation: Operation, value: unknown, body: Record<string, unknown>) => unknown
> = {
  dunningEnd: (operation, value) => {
    const end = DUNNING_ENDS.find((name) => name === value)
    if (!end) throw new HttpError(400, `"dunningEnd" must be one of ${DUNNING_ENDS.join(', ')}`)
    operation.store.setSetting('dunning_end', end)
  },
  activeWhileProcessing: (operation, value) =>
    operation.store.setSetting(
      'active_while_processing',
      String(requireFlag(value, 'activeWhileProcessing')),
    ),
  finalizationFailures: (operation, value) => {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
      throw new HttpError(400, '"finalizationFailures" must be a non-negative integer')
    setFinalizationFailures(operation, value)
  },
  dispute: (operation, id) =>
    openDispute(
      operation,
      requireChangeable(
        operation,
        'charge',
        id,
        ({ status, disputed }) => status === 'succeeded' && !disputed,
      ),
    ),
  closeDispute: (operation, id, { won }) =>
    closeDispute(
      operation,
      requireChangeable(operation, 'dispute', id, ({ status }) => status === 'needs_response'),
      { isWon: requireFlag(won, 'won') },
    ),
  settle: (operation, id, { succeeds }) =>
    settleSession(
      operation,
      requireChangeable(
        operation,
        'checkout.session',
        id,
        (session) => findProcessingIntent(operation, session) !== undefined,
      ),
      { succeeds: requireFlag(succeeds, 'succeeds') },
    ),
  refund: (operation, id) =>
    refundCharge(
      operation,
      requireChangeable(
        operation,
        'charge',
        id,
        ({ status, refunded, disputed }) => status === 'succeeded' && !refunded && !disputed,
      ),
      { amount: undefined, reason: 'requested_by_customer' },
    ),
  cancel: (operation, id) =>
    endSubscription(
      operation,
      requireChangeable(operation, 'subscription', id, (subscription) => !hasEnded(subscription)),
      'cancellation_requested',
    ),
}

/** Applies the change that a request names. Throws an HttpError when the request is invalid. */
function applyChange(operation: Operation, body: Record<string, unknown>): void {
  const [name, apply] = Object.entries(CHANGES).find(([field]) => body[field] !== undefined) ?? []
  if (!name || !apply) throw new HttpError(400, `Set one of ${Object.keys(CHANGES).join(', ')}`)
  apply(operation, body[name], body)
}

/** Creates the routes `/billing` of the control API. The mounting app must authorize the requests. */
export function createBillingRoutes(account: Account): Hono<CloudEnvironment> {
  const { store, startOperation, sendPending } = account
  const routes = new Hono<CloudEnvironment>()
  routes.get('/billing', (c) => c.json(summarize(account)))
  routes.post('/billing', async (c) => {
    const body = await readJson(c.req)
    if (!isRecord(body)) throw new HttpError(400, 'Expected a JSON object')
    store.transaction(() => applyChange(startOperation(), body))
    sendPending()
    return c.json(summarize(account))
  })
  return routes
}

import { Hono } from 'hono'
import { isRecord, readJson } from '../../http/body.ts'
import type { CloudEnvironment } from '../../http/context.ts'
import { HttpError } from '../../http/errors.ts'
import { findProcessingIntent, settleSession } from '../../stripe/checkout/delayed.ts'
import type { MovableClock } from '../../stripe/clock.ts'
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
import { getId, getItem, type Kind, type Objects } from '../../stripe/types.ts'
import type { Account, Work } from '../../stripe/work.ts'

type TimedAccount = Account & { clock: MovableClock }

const SHOWN = 50

function summarize({ store, clock, work }: TimedAccount): Record<string, unknown> {
  const listLatest = <K extends Kind>(kind: K) => store.all(kind).slice(0, SHOWN)
  const getEmail = (customer: Parameters<typeof getId>[0]) => {
    const id = getId(customer)
    return store.get('customer', id ?? '')?.email ?? id
  }
  return {
    now: clock.now(),
    offsetSeconds: clock.offset,
    dunningEnd: getDunningEnd(work()),
    subscriptions: listLatest('subscription').map((subscription) => ({
      id: subscription.id,
      customer: getEmail(subscription.customer),
      status: subscription.status,
      isLive: !hasEnded(subscription),
      price: formatPrice(getItem(subscription).price),
      periodEnd: getItem(subscription).current_period_end,
      cancelAt: subscription.cancel_at,
    })),
    invoices: listLatest('invoice').map((invoice) => ({
      id: invoice.id,
      number: invoice.number,
      customer: getEmail(invoice.customer),
      total: formatMoney(invoice.total, invoice.currency),
      status: invoice.status,
      created: invoice.created,
      page: invoice.hosted_invoice_url,
    })),
    undecided: listLatest('checkout.session')
      .filter((session) => findProcessingIntent(work(), session))
      .map((session) => ({
        id: session.id,
        customer: session.customer_details?.email,
        amount: formatMoney(session.amount_total ?? 0, session.currency ?? 'usd'),
        created: session.created,
      })),
    charges: listLatest('charge').map((charge) => ({
      id: charge.id,
      customer: getEmail(charge.customer),
      amount: formatMoney(charge.amount, charge.currency),
      status: charge.disputed ? 'disputed' : charge.refunded ? 'refunded' : charge.status,
      created: charge.created,
    })),
  }
}

const createRefusal = (message: string, status = 400) => new HttpError(status, message)

function requireFlag(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value
  throw createRefusal(`"${name}" must be true or false`)
}

/** The object of a kind with an id and in a state. Throws a 404 without one. */
function find<K extends Kind>(
  work: Work,
  kind: K,
  id: unknown,
  isFit: (object: Objects[K]) => boolean,
): Objects[K] {
  const found = typeof id === 'string' ? work.store.get(kind, id) : undefined
  if (found && isFit(found)) return found
  throw createRefusal(`There is no ${kind} ${id} that can be changed like this`, 404)
}

/** The changes of the control API by the field of their request that names them. */
const CHANGES: Record<string, (work: Work, value: unknown, body: Record<string, unknown>) => unknown> = {
  dunningEnd: (work, value) => {
    const end = DUNNING_ENDS.find((name) => name === value)
    if (!end) throw createRefusal(`"dunningEnd" must be one of ${DUNNING_ENDS.join(', ')}`)
    work.store.set('dunning_end', end)
  },
  activeWhileProcessing: (work, value) =>
    work.store.set('active_while_processing', String(requireFlag(value, 'activeWhileProcessing'))),
  finalizationFailures: (work, value) => {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
      throw createRefusal('"finalizationFailures" must be a whole number from 0')
    setFinalizationFailures(work, value)
  },
  dispute: (work, id) =>
    openDispute(
      work,
      find(work, 'charge', id, ({ status, disputed }) => status === 'succeeded' && !disputed),
    ),
  closeDispute: (work, id, { won }) =>
    closeDispute(
      work,
      find(work, 'dispute', id, ({ status }) => status === 'needs_response'),
      requireFlag(won, 'won'),
    ),
  settle: (work, id, { succeeds }) =>
    settleSession(
      work,
      find(work, 'checkout.session', id, (session) => findProcessingIntent(work, session) !== undefined),
      requireFlag(succeeds, 'succeeds'),
    ),
  refund: (work, id) =>
    refundCharge(
      work,
      find(
        work,
        'charge',
        id,
        ({ status, refunded, disputed }) => status === 'succeeded' && !refunded && !disputed,
      ),
      { amount: undefined, reason: 'requested_by_customer' },
    ),
  cancel: (work, id) =>
    endSubscription(
      work,
      find(work, 'subscription', id, (subscription) => !hasEnded(subscription)),
      'cancellation_requested',
    ),
}

/** Applies one change of the control API. Throws an HttpError for an invalid one. */
function change(work: Work, body: Record<string, unknown>): void {
  const [name, apply] = Object.entries(CHANGES).find(([field]) => body[field] !== undefined) ?? []
  if (!name || !apply) throw createRefusal(`Set one of ${Object.keys(CHANGES).join(', ')}`)
  apply(work, body[name], body)
}

/** `/billing` of the control API, which guards it. */
export function billingRoutes(account: TimedAccount): Hono<CloudEnvironment> {
  const { store, work, wake } = account
  const routes = new Hono<CloudEnvironment>()
  routes.get('/billing', (c) => c.json(summarize(account)))
  routes.post('/billing', async (c) => {
    const body = await readJson(c.req)
    if (!isRecord(body)) throw createRefusal('Expected a JSON object')
    store.transaction(() => change(work(), body))
    wake()
    return c.json(summarize(account))
  })
  return routes
}

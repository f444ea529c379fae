import { Hono } from 'hono'
import { isRecord, readJson } from '../../http/body.ts'
import type { CloudEnvironment } from '../../http/context.ts'
import { HttpError } from '../../http/errors.ts'
import type { Billing } from '../billing.ts'
import { processingIntent, settleSession } from '../engine/delayed.ts'
import { openDispute } from '../engine/disputes.ts'
import { finalizationFailures, setFinalizationFailures } from '../engine/finalization.ts'
import { subscriptionIdOf } from '../engine/invoices.ts'
import { money } from '../engine/lines.ts'
import { DUNNING_ENDS, dunningEnd } from '../engine/standing.ts'
import { idOf } from '../types.ts'

/** How many of each kind are shown. */
const SHOWN = 50

/** What the account holds, for the console and for tests. */
export function summarize(billing: Billing): Record<string, unknown> {
  const { store, clock } = billing
  const customers = store.all('customer')
  const emails = new Map(customers.map(({ id, email }) => [id, email]))
  const owner = (customer: string | { id: string } | null) =>
    emails.get(idOf(customer) ?? '') ?? idOf(customer)
  return {
    now: clock.now(),
    offsetSeconds: clock.offset,
    dunningEnd: dunningEnd(billing.work()),
    finalizationFailures: finalizationFailures(billing.work()),
    counts: { customers: store.count('customer'), subscriptions: store.count('subscription') },
    customers: customers
      .slice(0, SHOWN)
      .map(({ id, email, name, created }) => ({ id, email, name, created })),
    subscriptions: store.latest('subscription', SHOWN).map((subscription) => ({
      id: subscription.id,
      customer: owner(subscription.customer),
      status: subscription.status,
      price: money(subscription.items.data[0]?.price.unit_amount ?? 0, subscription.currency),
      periodEnd: subscription.items.data[0]?.current_period_end ?? null,
      cancelAt: subscription.cancel_at,
    })),
    invoices: store.latest('invoice', SHOWN).map((invoice) => ({
      id: invoice.id,
      number: invoice.number,
      customer: owner(idOf(invoice.customer)),
      subscription: subscriptionIdOf(invoice),
      total: money(invoice.total, invoice.currency),
      status: invoice.status,
      created: invoice.created,
      page: invoice.hosted_invoice_url ?? null,
    })),
    undecided: store
      .latest('checkout.session', SHOWN)
      .filter((session) => processingIntent(billing.work(), session))
      .map((session) => ({
        id: session.id,
        customer: session.customer_details?.email ?? owner(idOf(session.customer)),
        amount: money(session.amount_total ?? 0, session.currency ?? 'usd'),
        created: session.created,
      })),
    charges: store.latest('charge', SHOWN).map((charge) => ({
      id: charge.id,
      customer: owner(idOf(charge.customer)),
      amount: money(charge.amount, charge.currency),
      status: charge.disputed ? 'disputed' : charge.refunded ? 'refunded' : charge.status,
      created: charge.created,
    })),
  }
}

/** The account for people and tests, mounted into the control API, which guards it. */
export function billingRoutes(billing: Billing): Hono<CloudEnvironment> {
  const routes = new Hono<CloudEnvironment>()
  routes.get('/billing', (c) => c.json(summarize(billing)))
  routes.post('/billing', async (c) => {
    const body = await readJson(c.req)
    if (!isRecord(body)) throw new HttpError(400, 'Expected a JSON object')
    const end = DUNNING_ENDS.find((name) => name === body.dunningEnd)
    if (end) billing.store.set('dunning_end', end)
    else if (typeof body.dispute === 'string') dispute(billing, body.dispute)
    else if (typeof body.settle === 'string') settle(billing, body.settle, body.succeeds)
    else if (body.finalizationFailures !== undefined) failInvoices(billing, body.finalizationFailures)
    else
      throw new HttpError(
        400,
        `Set "dunningEnd" (${DUNNING_ENDS.join(', ')}), "dispute" (a charge's id), "settle" (a session's id) with "succeeds", or "finalizationFailures"`,
      )
    return c.json(summarize(billing))
  })
  return routes
}

function dispute(billing: Billing, id: string): void {
  const charge = billing.store.get('charge', id)
  if (charge?.status !== 'succeeded' || charge.disputed) {
    throw new HttpError(404, 'There is no paid charge with this id that is not disputed yet')
  }
  billing.store.transaction(() => openDispute(billing.work(), charge))
  billing.wake()
}

function settle(billing: Billing, id: string, succeeds: unknown): void {
  if (typeof succeeds !== 'boolean') throw new HttpError(400, '"succeeds" must be true or false')
  const session = billing.store.get('checkout.session', id)
  const settled = session && billing.store.transaction(() => settleSession(billing.work(), session, succeeds))
  if (!settled) throw new HttpError(404, 'There is no session with this id whose payment is undecided')
  billing.wake()
}

function failInvoices(billing: Billing, count: unknown): void {
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 0 || count > 1000) {
    throw new HttpError(400, '"finalizationFailures" must be a whole number from 0 to 1000')
  }
  setFinalizationFailures(billing.work(), count)
}

import { Hono } from 'hono'
import { isRecord, readJson } from '../../http/body.ts'
import type { CloudEnvironment } from '../../http/context.ts'
import { HttpError } from '../../http/errors.ts'
import type { Billing } from '../billing.ts'
import { openDispute } from '../engine/disputes.ts'
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
    else
      throw new HttpError(400, `Set "dunningEnd" (${DUNNING_ENDS.join(', ')}) or "dispute" (a charge's id)`)
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

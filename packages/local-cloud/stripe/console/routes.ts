import { Hono } from 'hono'
import { isRecord, readJson } from '../../http/body.ts'
import type { CloudEnvironment } from '../../http/context.ts'
import { HttpError } from '../../http/errors.ts'
import { processingIntent, settleSession } from '../checkout/delayed.ts'
import type { MovableClock } from '../clock.ts'
import { money } from '../engine/currency.ts'
import { closeDispute, openDispute } from '../engine/disputes.ts'
import { finalizationFailures, setFinalizationFailures } from '../engine/finalization.ts'
import { subscriptionIdOf } from '../engine/invoices.ts'
import { DUNNING_ENDS, dunningEnd } from '../engine/standing.ts'
import type { EventOrder } from '../events/order.ts'
import { idOf } from '../types.ts'
import type { Account } from '../work.ts'

type TimedAccount = Account & { clock: MovableClock; eventOrder: EventOrder }

/** How many of each kind are shown. */
const SHOWN = 50

/** What the account holds, for the console and for tests. */
export function summarize({ store, clock, work, eventOrder }: TimedAccount): Record<string, unknown> {
  const customers = store.all('customer')
  const emails = new Map(customers.map(({ id, email }) => [id, email]))
  const owner = (customer: string | { id: string } | null) =>
    emails.get(idOf(customer) ?? '') ?? idOf(customer)
  return {
    now: clock.now(),
    offsetSeconds: clock.offset,
    dunningEnd: dunningEnd(work()),
    finalizationFailures: finalizationFailures(work()),
    eventSeed: eventOrder.seed,
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
      .filter((session) => processingIntent(work(), session))
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
export function billingRoutes(account: TimedAccount): Hono<CloudEnvironment> {
  const routes = new Hono<CloudEnvironment>()
  routes.get('/billing', (c) => c.json(summarize(account)))
  routes.post('/billing', async (c) => {
    const body = await readJson(c.req)
    if (!isRecord(body)) throw new HttpError(400, 'Expected a JSON object')
    const end = DUNNING_ENDS.find((name) => name === body.dunningEnd)
    if (end) account.store.set('dunning_end', end)
    else if (typeof body.dispute === 'string') dispute(account, body.dispute)
    else if (typeof body.closeDispute === 'string') decide(account, body.closeDispute, body.won)
    else if (typeof body.activeWhileProcessing === 'boolean')
      account.store.set('active_while_processing', String(body.activeWhileProcessing))
    else if (typeof body.settle === 'string') settle(account, body.settle, body.succeeds)
    else if (body.finalizationFailures !== undefined) failInvoices(account, body.finalizationFailures)
    else if (body.eventSeed !== undefined) orderEvents(account, body.eventSeed)
    else
      throw new HttpError(
        400,
        `Set "dunningEnd" (${DUNNING_ENDS.join(', ')}), "dispute" (a charge's id), "closeDispute" (a dispute's id) with "won", "activeWhileProcessing", "settle" (a session's id) with "succeeds", "finalizationFailures", or "eventSeed"`,
      )
    return c.json(summarize(account))
  })
  return routes
}

function dispute({ store, work, wake }: Account, id: string): void {
  const charge = store.get('charge', id)
  if (charge?.status !== 'succeeded' || charge.disputed) {
    throw new HttpError(404, 'There is no paid charge with this id that is not disputed yet')
  }
  store.transaction(() => openDispute(work(), charge))
  wake()
}

function decide({ store, work, wake }: Account, id: string, won: unknown): void {
  if (typeof won !== 'boolean') throw new HttpError(400, '"won" must be true or false')
  const dispute = store.get('dispute', id)
  if (dispute?.status !== 'needs_response') throw new HttpError(404, 'There is no open dispute with this id')
  store.transaction(() => closeDispute(work(), dispute, won))
  wake()
}

function settle({ store, work, wake }: Account, id: string, succeeds: unknown): void {
  if (typeof succeeds !== 'boolean') throw new HttpError(400, '"succeeds" must be true or false')
  const session = store.get('checkout.session', id)
  const settled = session && store.transaction(() => settleSession(work(), session, succeeds))
  if (!settled) throw new HttpError(404, 'There is no session with this id whose payment is undecided')
  wake()
}

function orderEvents({ eventOrder }: TimedAccount, seed: unknown): void {
  if (typeof seed !== 'number' || !Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32) {
    throw new HttpError(400, '"eventSeed" must be a whole number from 0 to 4294967295')
  }
  eventOrder.seed = seed
}

function failInvoices({ work }: Account, count: unknown): void {
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 0 || count > 1000) {
    throw new HttpError(400, '"finalizationFailures" must be a whole number from 0 to 1000')
  }
  setFinalizationFailures(work(), count)
}

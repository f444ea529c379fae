import { Hono } from 'hono'
import { isRecord, readJson } from '../../http/body.ts'
import type { CloudEnvironment } from '../../http/context.ts'
import { HttpError } from '../../http/errors.ts'
import { processingIntent, settleSession } from '../checkout/delayed.ts'
import type { MovableClock } from '../clock.ts'
import { money } from '../engine/currency.ts'
import { closeDispute, openDispute } from '../engine/disputes.ts'
import { setFinalizationFailures } from '../engine/invoices.ts'
import { priceText } from '../engine/lines.ts'
import { itemOf } from '../engine/subscribe.ts'
import { DUNNING_ENDS, dunningEnd } from '../engine/subscriptionStatus.ts'
import { idOf } from '../types.ts'
import type { Account, Work } from '../work.ts'

type TimedAccount = Account & { clock: MovableClock }

/** How many objects of each kind are in the summary. */
const SHOWN = 50

/** The account's latest objects for the console. */
function summarize({ store, clock, work }: TimedAccount): Record<string, unknown> {
  const owner = (customer: Parameters<typeof idOf>[0]) => {
    const id = idOf(customer)
    return store.get('customer', id ?? '')?.email ?? id
  }
  return {
    now: clock.now(),
    offsetSeconds: clock.offset,
    dunningEnd: dunningEnd(work()),
    subscriptions: store
      .all('subscription')
      .slice(0, SHOWN)
      .map((subscription) => ({
        id: subscription.id,
        customer: owner(subscription.customer),
        status: subscription.status,
        price: priceText(itemOf(subscription).price),
        periodEnd: itemOf(subscription).current_period_end,
        cancelAt: subscription.cancel_at,
      })),
    invoices: store
      .all('invoice')
      .slice(0, SHOWN)
      .map((invoice) => ({
        id: invoice.id,
        number: invoice.number,
        customer: owner(invoice.customer),
        total: money(invoice.total, invoice.currency),
        status: invoice.status,
        created: invoice.created,
        page: invoice.hosted_invoice_url,
      })),
    undecided: store
      .all('checkout.session')
      .slice(0, SHOWN)
      .filter((session) => processingIntent(work(), session))
      .map((session) => ({
        id: session.id,
        customer: session.customer_details?.email,
        amount: money(session.amount_total ?? 0, session.currency ?? 'usd'),
        created: session.created,
      })),
    charges: store
      .all('charge')
      .slice(0, SHOWN)
      .map((charge) => ({
        id: charge.id,
        customer: owner(charge.customer),
        amount: money(charge.amount, charge.currency),
        status: charge.disputed ? 'disputed' : charge.refunded ? 'refunded' : charge.status,
        created: charge.created,
      })),
  }
}

const refused = (message: string, status = 400) => new HttpError(status, message)

function requireFlag(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value
  throw refused(`"${name}" must be true or false`)
}

/** Applies one change of the control API. Throws an HttpError for an invalid one. */
function change(work: Work, body: Record<string, unknown>): void {
  const { store } = work
  const { dispute, closeDispute: closed, settle, finalizationFailures: failures } = body
  const end = DUNNING_ENDS.find((name) => name === body.dunningEnd)
  if (end) store.set('dunning_end', end)
  else if (typeof body.activeWhileProcessing === 'boolean')
    store.set('active_while_processing', String(body.activeWhileProcessing))
  else if (typeof dispute === 'string') {
    const charge = store.get('charge', dispute)
    if (charge?.status !== 'succeeded' || charge.disputed)
      throw refused('There is no paid charge with this id that is not disputed yet', 404)
    openDispute(work, charge)
  } else if (typeof closed === 'string') {
    const isWon = requireFlag(body.won, 'won')
    const found = store.get('dispute', closed)
    if (found?.status !== 'needs_response') throw refused('There is no open dispute with this id', 404)
    closeDispute(work, found, isWon)
  } else if (typeof settle === 'string') {
    const succeeds = requireFlag(body.succeeds, 'succeeds')
    const session = store.get('checkout.session', settle)
    if (!session || !settleSession(work, session, succeeds))
      throw refused('There is no session with this id whose payment is undecided', 404)
  } else if (failures !== undefined) {
    if (typeof failures !== 'number' || !Number.isInteger(failures) || failures < 0)
      throw refused('"finalizationFailures" must be a whole number from 0')
    setFinalizationFailures(work, failures)
  } else {
    throw refused(
      `Set "dunningEnd" (${DUNNING_ENDS.join(', ')}), "dispute" (a charge's id), "closeDispute" (a dispute's id) with "won", "activeWhileProcessing", "settle" (a session's id) with "succeeds", or "finalizationFailures"`,
    )
  }
}

/** `/billing` of the control API, which guards it. */
export function billingRoutes(account: TimedAccount): Hono<CloudEnvironment> {
  const { store, work, wake } = account
  const routes = new Hono<CloudEnvironment>()
  routes.get('/billing', (c) => c.json(summarize(account)))
  routes.post('/billing', async (c) => {
    const body = await readJson(c.req)
    if (!isRecord(body)) throw refused('Expected a JSON object')
    store.transaction(() => change(work(), body))
    wake()
    return c.json(summarize(account))
  })
  return routes
}

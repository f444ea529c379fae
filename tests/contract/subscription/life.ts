import { buyer, days, submit } from 'local-cloud/testing/stripeAccount'
import type Stripe from 'stripe'
import type { User } from '@/lib/auth/server/requireUser'
import { handledEvents } from '@/lib/membership/events'
import { listMemberships, liveOf } from '@/lib/membership/stripeState'
import type { Random } from './random.ts'
import type { Site } from './support.ts'

/** https://docs.stripe.com/testing#declined-payments */
const declinedCard = '4000 0000 0000 0002'
const ends = { good: 'pm_card_visa', bad: 'pm_card_chargeCustomerFail' } as const
const handled: ReadonlySet<string> = new Set(handledEvents)

/** Webhooks on their way: they come late, twice, in any order, or never. */
export class Post {
  /** How many were lost. */
  lost = 0
  private waiting: Stripe.Event[] = []
  private position: number
  private readonly site: Site
  private readonly random: Random

  /** The post from now on. */
  constructor(site: Site, random: Random) {
    this.site = site
    this.random = random
    const { store } = site.account.billing
    this.position = Number(store.prepare('select max(position) as last from objects').get()?.last ?? 0)
  }

  /** What has been sent since the last time; unlike a list of events, it forgets none after thirty days. */
  private collect(): void {
    const rows = this.site.account.billing.store
      .prepare("select position, body from objects where kind = 'event' and position > ? order by position")
      .all(this.position)
    for (const row of rows) {
      this.position = Number(row.position)
      const event: Stripe.Event = JSON.parse(String(row.body))
      if (handled.has(event.type)) this.waiting.push(event)
    }
  }

  /** Some of what is on its way arrives. */
  async arrive(share: number): Promise<void> {
    const { random } = this
    this.collect()
    const later: Stripe.Event[] = []
    for (const event of random.shuffle(this.waiting)) {
      if (!random.chance(share)) later.push(event)
      else if (random.chance(0.1)) this.lost += 1
      else {
        await this.site.deliver(event)
        if (random.chance(0.15)) later.push(event)
      }
    }
    this.waiting = later
  }
}

/** One thing that may happen to a member. It does nothing where it cannot happen. */
export type Happening = (site: Site, member: User) => Promise<void>

async function subscriptionOf(site: Site, member: User): Promise<Stripe.Subscription | undefined> {
  const customer = await customerOf(site, member)
  return customer ? liveOf(await listMemberships(site.stripe, customer))[0] : undefined
}

/** The member's customer at Stripe, deleted ones left out. */
export async function customerOf(site: Site, member: User): Promise<string | undefined> {
  const [row] = await site.billing.database.sql<{ id: string }>(
    'select stripe_customer_id as id from customers where user_id = $1',
    [member.id],
  )
  if (!row) return undefined
  return (await site.stripe.customers.retrieve(row.id)).deleted ? undefined : row.id
}

const withSubscription =
  (change: (site: Site, subscription: Stripe.Subscription) => Promise<unknown>): Happening =>
  async (site, member) => {
    const subscription = await subscriptionOf(site, member)
    if (subscription) await change(site, subscription)
  }

const payWith = (card: (typeof ends)[keyof typeof ends]) =>
  withSubscription(async ({ stripe }, { id, customer }) => {
    const method = await stripe.paymentMethods.attach(card, { customer: String(customer) })
    await stripe.subscriptions.update(id, { default_payment_method: method.id })
  })

/** A price of something that is no membership, made once for an account. */
async function priceOfHosting({ stripe }: Site): Promise<string> {
  const key = 'hosting'
  const [found] = (await stripe.prices.list({ lookup_keys: [key] })).data
  if (found) return found.id
  const product = await stripe.products.create({ name: 'Hosting' })
  const made = await stripe.prices.create({
    product: product.id,
    currency: 'usd',
    unit_amount: 5000,
    recurring: { interval: 'month' },
    lookup_key: key,
  })
  return made.id
}

/** Everything that happens in random histories, by name. */
export const happenings = {
  subscribe: async (site, member) => {
    const refused = ['already_subscribed', 'too_many_requests']
    try {
      await site.pay((await site.checkout({ user: member }, true)).sessionId)
    } catch (error) {
      if (!(error instanceof Error) || !refused.includes(error.message)) throw error
    }
  },
  month: async (site) => site.account.billing.advance(days(31) + 7200),
  week: async (site) => site.account.billing.advance(days(7)),
  failingCard: payWith(ends.bad),
  workingCard: payWith(ends.good),
  payOpenInvoice: withSubscription(async ({ stripe }, { id }) => {
    const [open] = (await stripe.invoices.list({ subscription: id, status: 'open' })).data
    // It may fail again.
    if (open?.id) await stripe.invoices.pay(open.id).catch(() => {})
  }),
  pauseCollection: withSubscription(({ stripe }, { id, pause_collection }) =>
    stripe.subscriptions.update(id, { pause_collection: pause_collection ? '' : { behavior: 'void' } }),
  ),
  cancelInPortal: withSubscription(({ stripe }, { id, items }) =>
    stripe.subscriptions.update(id, { cancel_at: items.data[0]?.current_period_end ?? 0 }),
  ),
  cancelAtEnd: withSubscription(({ stripe }, { id }) =>
    stripe.subscriptions.update(id, { cancel_at_period_end: true }),
  ),
  resume: withSubscription(async ({ stripe }, { id, cancel_at }) => {
    if (cancel_at !== null) await stripe.subscriptions.update(id, { cancel_at: '' })
  }),
  cancelNow: withSubscription(({ stripe }, { id }) => stripe.subscriptions.cancel(id)),
  refund: async (site, member) => {
    const customer = await customerOf(site, member)
    if (!customer) return
    const { data } = await site.stripe.charges.list({ customer, limit: 100 })
    const charge = data.find(({ paid, refunded, disputed }) => paid && !refunded && !disputed)
    if (charge) await site.stripe.refunds.create({ charge: charge.id })
  },
  disputedPayment: withSubscription(async ({ stripe }, { id, customer }) => {
    const method = await stripe.paymentMethods.attach('pm_card_createDispute', { customer: String(customer) })
    await stripe.subscriptions.update(id, { default_payment_method: method.id })
  }),
  // Beside the membership, the studio sells hosting through the same account.
  hosting: async (site, member) => {
    const customer = await customerOf(site, member)
    if (!customer) return
    const method = await site.stripe.paymentMethods.attach(ends.good, { customer })
    await site.stripe.subscriptions.create({
      customer,
      items: [{ price: await priceOfHosting(site) }],
      default_payment_method: method.id,
    })
  },
  voidOpenInvoice: withSubscription(async ({ stripe }, { id }) => {
    const [open] = (await stripe.invoices.list({ subscription: id, status: 'open' })).data
    if (open?.id) await stripe.invoices.voidInvoice(open.id)
  }),
  writeOffOpenInvoice: withSubscription(async ({ stripe }, { id }) => {
    const [open] = (await stripe.invoices.list({ subscription: id, status: 'open' })).data
    if (open?.id) await stripe.invoices.markUncollectible(open.id)
  }),
  // The buyer's card is refused in Checkout, and the tab is closed.
  abandonedCheckout: async (site, member) => {
    const { url } = await site.checkout({ user: member }, true).catch(() => ({ url: null }))
    if (url) await submit(url, { ...buyer, number: declinedCard, terms: 'yes' })
  },
  // The member presses in two tabs, and pays in both.
  twoTabs: async (site, member) => {
    const sessions = await Promise.all(
      [1, 2].map(() => site.checkout({ user: member }, true).catch(() => undefined)),
    )
    for (const session of sessions) if (session) await site.pay(session.sessionId).catch(() => {})
  },
  deleteCustomer: async (site, member) => {
    const customer = await customerOf(site, member)
    if (customer) await site.stripe.customers.del(customer)
  },
} as const satisfies Record<string, Happening>

import { randomUUID } from 'node:crypto'
import { startDatabase } from 'local-cloud/testing/authService'
import { buyerFields, daysToSeconds, startStripeAccount, submitForm } from 'local-cloud/testing/stripeAccount'
import type Stripe from 'stripe'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import type { User } from '@/lib/auth/server/requireUser'
import { openDatabase, type Sql } from '@/lib/database/database'
import { rateLimitKey } from '@/lib/database/rateLimit'
import { type Buyer, createCheckout } from '@/lib/membership/checkout/checkout'
import type { Billing } from '@/lib/membership/context'
import { handledEvents } from '@/lib/membership/events'
import { createIdentityHash } from '@/lib/membership/identityHash'
import { membershipProductId } from '@/lib/membership/membershipProduct'
import { checkSubscription } from '@/lib/membership/mirror/checkSubscription'
import type { OfferTerms } from '@/lib/membership/offer/offer'
import type { PublishedOffer } from '@/lib/membership/offer/publishedOffer'
import { computeTermsVersion } from '@/lib/membership/offer/termsVersion'
import { receiveWebhook } from '@/lib/membership/webhook'
import { migrateDatabase, withClient } from '../../../scripts/provision/migrateDatabase.ts'

vi.setConfig({ hookTimeout: 180_000, testTimeout: process.env.SOAK ? 3_600_000 : 120_000 })

/** The secret that signs webhooks. */
const SECRET = 'whsec_contract_of_the_site'
/** The statement timeout: long, because these tests do not cover timeouts and a busy machine is slow. */
const timeoutMs = 60_000
/** The site's origin. */
export const SITE = 'http://localhost:3999'

/** The specified offer, with short terms. */
export const terms: OfferTerms = {
  name: "Creator's Circle",
  currency: 'usd',
  introPrice: 99_700,
  introMonths: 2,
  regularPrice: 149_700,
  renewalTerms: 'You pay {introPrice} for {months} months, then {regularPrice} until you cancel.',
  regularTerms: 'You pay {regularPrice} until you cancel.',
}

/** The Stripe ids of a purchase. */
type Purchase = { sessionId: string; customer: string; subscription: string }

/** A user with a membership. */
export type Member = User & Purchase

/** A site's billing with its own Stripe account and database. */
export type Site = Awaited<ReturnType<typeof startSite>>

/** Starts a site. With `isDirect`, its requests reach Stripe without a socket. */
export async function startSite({ isDirect = false } = {}) {
  const account = await startStripeAccount()
  const database = await startDatabase()
  await migrateDatabase(database.url)
  // The site's connections use the role `site`.
  const url = `${database.url}?options=-c%20role%3Dsite`
  const clientOptions = isDirect ? { httpClient: account.directHttpClient } : {}
  const stripe = account.createClient(undefined, clientOptions)
  const instances: Billing[] = []
  const delivered = new Set<string>()
  /** The time of the last event that `deliverAll` has listed, in Unix seconds. */
  let lastListedAt = 0
  const createInstance = (): Billing => {
    const billing: Billing = {
      stripe: account.createClient(undefined, { ...clientOptions, maxNetworkRetries: 0 }),
      hashIdentity: createIdentityHash('h'.repeat(32)),
      livemode: false,
      database: openDatabase(url, { timeoutMs }),
      siteOrigin: SITE,
      graceDays: 14,
      hasAccessWhilePaused: false,
      accountState: async () => 'active',
      now: () => new Date(account.billing.clock.now() * 1000),
      mailSignInLink: async () => {},
      offer: async () => published,
      verifyCaptcha: undefined,
      mail: undefined,
    }
    instances.push(billing)
    return billing
  }
  let publications = 0
  /** Creates the published offer as `readPublishedOffer` returns it, with a new revision. */
  const publish = (offerTerms: OfferTerms): PublishedOffer => {
    publications += 1
    return {
      terms: offerTerms,
      version: computeTermsVersion(offerTerms),
      revision: `revision-${publications}`,
      legalRevision: 'legal-1',
      consent: 'I agree to the [Terms of Service]({page}). {terms}',
      sourceQuestion: 'How did you hear about us?',
    }
  }
  let published = publish(terms)
  const getBilling = () => instances[0] ?? createInstance()
  /** Runs SQL with the site's role. */
  const sql: Sql = (text, values) => getBilling().database.sql(text, values)
  /** Returns a user with a random id and email. No account service stores it. */
  const createUser = (): User => {
    const id = randomUUID()
    return { id, email: `${id.slice(0, 8)}@example.com` }
  }
  /** Starts a checkout, by default with the current terms, on the first instance of the site. */
  const checkout = (
    buyer: Buyer,
    request: Partial<Parameters<typeof createCheckout>[2]> = {},
    instance = getBilling(),
  ) => {
    const offerVersion = computeTermsVersion(published.terms)
    return createCheckout(instance, buyer, { offerVersion, acceptsRegular: false, ...request })
  }
  /** Pays a checkout on Stripe's page, by default with a valid card. */
  const pay = async (sessionId: string, fields?: Record<string, string>) => {
    const session = await stripe.checkout.sessions.retrieve(sessionId)
    const response = await submitForm(String(session.url), { ...buyerFields, terms: 'yes', ...fields })
    if (response.status !== 303) throw new Error(`The payment failed with status ${response.status}`)
  }
  /** Lists the events that the site handles, oldest first: all, or those since a Unix time in seconds. */
  const listEvents = async (since = 0) => {
    const params = { types: [...handledEvents], limit: 100, created: { gte: since } }
    const events: Stripe.Event[] = []
    for await (const event of stripe.events.list(params)) events.push(event)
    return events.reverse()
  }
  /** Delivers an event with Stripe's signature. Returns the result of `receiveWebhook`. */
  const deliver = (event: Stripe.Event) => {
    delivered.add(event.id)
    const payload = JSON.stringify(event)
    const header = stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET })
    return receiveWebhook(getBilling(), payload, header, SECRET)
  }
  /** Delivers all undelivered events, oldest first. */
  const deliverAll = async () => {
    const events = await listEvents(lastListedAt)
    lastListedAt = events.at(-1)?.created ?? lastListedAt
    for (const event of events) if (!delivered.has(event.id)) await deliver(event)
  }
  /** Starts a checkout, pays, and delivers all webhooks. */
  const buy = async (...purchase: Parameters<typeof checkout>): Promise<Purchase> => {
    const { sessionId } = await checkout(...purchase)
    await pay(sessionId)
    await deliverAll()
    const { customer, subscription } = await stripe.checkout.sessions.retrieve(sessionId)
    return { sessionId, customer: String(customer), subscription: String(subscription) }
  }
  return {
    account,
    /** The connection string of the site's database, with the site's role. */
    databaseUrl: url,
    stripe,
    sql,
    /** The published offer's terms. Assigning new terms publishes them. */
    get offer() {
      return published.terms
    },
    set offer(offerTerms) {
      if (offerTerms !== published.terms) published = publish(offerTerms)
    },
    get billing() {
      return getBilling()
    },
    createUser,
    checkout,
    pay,
    buy,
    /** Creates a user with a paid membership. */
    createMember: async (): Promise<Member> => {
      const user = createUser()
      return { ...user, ...(await buy({ user })) }
    },
    events: listEvents,
    deliver,
    deliverAll,
    /** Advances the Stripe account's clock by seconds, and delivers all webhooks. */
    advance: async (seconds: number) => {
      account.billing.advance(seconds)
      await deliverAll()
    },
    /** Sets a key's request count in the current and the next window. A window lasts ten minutes by default. */
    fillRateLimit: (limit: string, key: string, count: number, seconds = 600) =>
      sql(
        `insert into rate_limits (key, window_start, count)
           select $1, to_timestamp((floor(extract(epoch from now()) / $3) + later) * $3), $2
             from generate_series(0, 1) later
           on conflict (key, window_start) do update set count = excluded.count`,
        [rateLimitKey(limit, key), count, seconds],
      ),
    /** Returns the response of `/api/check-subscription`, by default for a user with a confirmed email. */
    check: (member: User, options?: Parameters<typeof checkSubscription>[2]) =>
      checkSubscription(getBilling(), member, { isEmailConfirmed: true, ...options }),
    /** Creates another instance of the site on the same database and Stripe account, with the same offer. */
    otherInstance: createInstance,
    /** Updates the query planner's statistics as the tables' owner. */
    analyze: () => withClient(database.url, undefined, (client) => client.query('analyze')),
    close: async () => {
      for (const instance of instances) await instance.database.close()
      await account.close()
      await database.close()
    },
  }
}

/**
 * Starts a test file's site, and closes it after the last test. Silences the console during tests.
 *
 * @param options.endsMemberships - whether memberships end after each test, since later tests that advance the time
 *   would renew them
 */
export async function setUpSite({ endsMemberships = false } = {}): Promise<Site> {
  const site = await startSite()
  beforeEach(() => {
    for (const method of ['info', 'warn', 'error'] as const)
      vi.spyOn(console, method).mockImplementation(() => {})
  })
  afterEach(async () => {
    if (!endsMemberships) return
    for await (const { id, status } of site.stripe.subscriptions.list({ limit: 100 }))
      if (status !== 'incomplete_expired') await site.stripe.subscriptions.cancel(id)
    await site.deliverAll()
  })
  afterAll(() => site.close())
  return site
}

/** Expects that a request is refused with a status and a code, such as `409 intro_used`. */
export async function expectRefusal(request: Promise<unknown>, refusal: string): Promise<void> {
  const [status, code] = refusal.split(' ')
  await expect(request).rejects.toMatchObject({ status: Number(status), code })
}

/** Returns the rows of each of a site's tables as JSON, keyed by table. */
export async function dumpTables({ sql }: Site): Promise<Map<string, string>> {
  const query = `select tablename as name from pg_tables where schemaname = 'public' order by 1`
  const tables = await sql<{ name: string }>(query)
  const contents = new Map<string, string>()
  for (const { name } of tables) contents.set(name, JSON.stringify(await sql(`select * from public.${name}`)))
  return contents
}

/** A little more than a month, so that a membership has been charged again. */
export const monthSeconds = daysToSeconds(31) + 7200

/** Returns the lines with ALERT that were logged since the test began, or since `console.error` was cleared. */
export const listAlerts = (): string[] =>
  vi
    .mocked(console.error)
    .mock.calls.map((line) => line.join(' '))
    .filter((line) => line.includes('ALERT'))

/** Gives a subscription a card: by default one with which all further payments fail. */
export async function setCard(
  { stripe }: Pick<Site, 'stripe'>,
  subscription: string,
  card = 'pm_card_chargeCustomerFail',
): Promise<void> {
  const { customer } = await stripe.subscriptions.retrieve(subscription)
  const method = await stripe.paymentMethods.attach(card, { customer: String(customer) })
  await stripe.subscriptions.update(subscription, { default_payment_method: method.id })
}

/** Pays a customer's open invoice with a valid card. */
export async function payInvoice({ stripe }: Site, customer: string, invoice: string): Promise<void> {
  const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  await stripe.invoices.pay(invoice, { payment_method: id })
}

/** Creates a monthly price, by default for the membership. Returns its id. */
export async function createPrice(
  { stripe }: Site,
  amount: number,
  product = membershipProductId,
): Promise<string> {
  const recurring = { interval: 'month' } as const
  return (await stripe.prices.create({ product, currency: 'usd', unit_amount: amount, recurring })).id
}

/** Creates a coupon for a number of months, as staff do. Returns its id. */
export async function createCoupon({ stripe }: Site, amount: number, months: number): Promise<string> {
  const duration = { duration: 'repeating', duration_in_months: months } as const
  return (await stripe.coupons.create({ amount_off: amount, currency: 'usd', ...duration })).id
}

/** Subscribes a customer to a price as staff do, with a valid card and an optional coupon. */
export async function subscribe(
  { stripe }: Pick<Site, 'stripe'>,
  customer: string,
  price: string,
  coupon?: string,
): Promise<Stripe.Subscription> {
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  return stripe.subscriptions.create({
    customer,
    items: [{ price }],
    default_payment_method: method.id,
    ...(coupon ? { discounts: [{ coupon }] } : {}),
  })
}

/** Returns the end of a subscription's current period, in Unix seconds. */
export async function readPeriodEnd({ stripe }: Site, subscription: string): Promise<number> {
  return Number((await stripe.subscriptions.retrieve(subscription)).items.data[0]?.current_period_end)
}

/** Makes a subscription's next renewal fail, and advances the clock past it. Returns the open invoice. */
export async function failRenewal(site: Site, subscription: string): Promise<Stripe.Invoice> {
  await setCard(site, subscription)
  await site.advance(monthSeconds)
  const [invoice] = (await site.stripe.invoices.list({ subscription, status: 'open' })).data
  if (!invoice) throw new Error('The renewal should be unpaid.')
  return invoice
}

/** Pays a checkout with Klarna, which decides later. Returns the session's id. */
export async function payLater({ pay, stripe }: Site, sessionId: string): Promise<string> {
  await pay(sessionId, { method: 'klarna' })
  const { url } = await stripe.checkout.sessions.retrieve(sessionId)
  await submitForm(`${url}/confirm`, { decision: 'later' })
  return sessionId
}

/**
 * Observes the site's transactions during a test.
 *
 * @param begin - called for each transaction; returns a function that is called with each statement, before it runs
 */
export function observeTransactions({ billing: { database } }: Site, begin: () => (text: string) => void) {
  const original = database.transaction
  return vi.spyOn(database, 'transaction').mockImplementation((work) => {
    const observe = begin()
    return original((sql) =>
      work((text, values) => {
        observe(text)
        return sql(text, values)
      }),
    )
  })
}

/** Pays the next checkout that the site expires, just before Stripe receives the request to expire it. */
export function payBeforeExpiry(site: Site): void {
  const { sessions } = site.billing.stripe.checkout
  vi.spyOn(sessions, 'expire').mockImplementationOnce(async (id) => {
    await site.pay(id)
    return sessions.expire(id)
  })
}

import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import type Stripe from 'stripe'
import { z } from 'zod'
import { membershipProductId, siteMetadata } from '../../lib/membership/membershipProduct.ts'
import { createStripe } from '../../lib/membership/stripe.ts'
import type { CloudEnvironment } from '../../scripts/stack/environment.ts'
import { formatMs, formatTable } from './table.ts'
import { type Load, runWrk } from './wrk.ts'

/** The duration of each measurement with wrk. */
const wrkSeconds = 4
const mirrorSizes = [10, 1000, 100_000]
/**
 * The number of members with an account and a membership in Stripe; the mirror's other rows have neither. It is small,
 * because the account service limits sign-ins from one network.
 */
const memberCount = 25
const webhookCount = 240
const concurrency = 8
const password = 'correct horse battery'

type Member = { id: string; token: string; customer: string; subscription: string }

const computePercentile99 = (durationsMs: number[]) =>
  durationsMs.toSorted((a, b) => a - b)[Math.floor(durationsMs.length * 0.99)] ?? Number.NaN

/** Runs an action for every item, several at a time. */
async function forEachConcurrently<Item>(
  items: readonly Item[],
  action: (item: Item) => Promise<void>,
): Promise<void> {
  const remaining = [...items]
  const runWorker = async () => {
    for (let item = remaining.shift(); item !== undefined; item = remaining.shift()) await action(item)
  }
  await Promise.all(Array.from({ length: concurrency }, runWorker))
}

/** Measures a request for every item. `sendRequest` throws unless the response is the expected one. */
async function measureRequests<Item>(
  items: readonly Item[],
  sendRequest: (item: Item) => Promise<void>,
): Promise<Load> {
  const durationsMs: number[] = []
  const startMs = performance.now()
  await forEachConcurrently(items, async (item) => {
    const requestStartMs = performance.now()
    await sendRequest(item)
    durationsMs.push(performance.now() - requestStartMs)
  })
  const totalSeconds = (performance.now() - startMs) / 1000
  return {
    requestsPerSecond: items.length / totalSeconds,
    latencyPercentile99Ms: computePercentile99(durationsMs),
  }
}

/** Creates accounts with a membership in Stripe. */
async function createMembers(cloud: CloudEnvironment, stripe: Stripe): Promise<Member[]> {
  const url = String(cloud.NEXT_PUBLIC_SUPABASE_URL)
  const auth = { persistSession: false, autoRefreshToken: false }
  const admin = createClient(url, String(cloud.SUPABASE_SECRET_KEY), { auth })
  await stripe.products.create({ id: membershipProductId, name: 'Membership' })
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 149_700,
    recurring: { interval: 'month' },
    product: membershipProductId,
  })
  const members: Member[] = []
  await forEachConcurrently([...Array(memberCount).keys()], async () => {
    const email = `${randomUUID()}@example.com`
    const account = { email, password, email_confirm: true, app_metadata: { verified_email: email } }
    const created = await admin.auth.admin.createUser(account)
    if (created.error) throw created.error
    const client = createClient(url, String(cloud.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY), { auth })
    const signedIn = await client.auth.signInWithPassword({ email, password })
    if (signedIn.error) throw signedIn.error
    const metadata = { ...siteMetadata, user_id: created.data.user.id }
    const customer = await stripe.customers.create({ email, metadata })
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      default_payment_method: card.id,
      metadata: { ...metadata, tier: 'Membership' },
    })
    members.push({
      id: created.data.user.id,
      token: signedIn.data.session.access_token,
      customer: customer.id,
      subscription: subscription.id,
    })
  })
  return members
}

/** Fills the mirror with `count` members who do not exist in Stripe. */
async function fillMirror(database: pg.Client, count: number): Promise<void> {
  await database.query(
    `insert into customers (stripe_customer_id, user_id)
       select 'cus_bench_' || n, gen_random_uuid() from generate_series(1, $1::int) n on conflict do nothing`,
    [count],
  )
  await database.query(
    `insert into subscriptions (stripe_subscription_id, stripe_customer_id, user_id, status, current_period_end,
       started_at, synced_at)
     select 'sub_' || stripe_customer_id, stripe_customer_id, user_id, 'active', now() + interval '20 days',
       now(), now()
       from customers where stripe_customer_id like 'cus_bench_%' on conflict do nothing`,
  )
  await database.query('analyze customers, subscriptions')
}

/** Creates a Lua script for wrk that requests check-subscription as one member after another. */
const createCheckScript = (members: readonly Member[]) => `
wrk.method = "POST"
wrk.body = "{}"
wrk.headers["Content-Type"] = "application/json"
local tokens = { ${members.map(({ token }) => `"${token}"`).join(', ')} }
local index = 0
request = function()
  index = index % #tokens + 1
  wrk.headers["Authorization"] = "Bearer " .. tokens[index]
  return wrk.format()
end
`

const checkSchema = z.object({ subscribed: z.boolean() })

/** Requests check-subscription. Throws unless the member has access. */
async function checkMember(siteOrigin: string, { token }: Member, live: boolean): Promise<void> {
  const response = await fetch(`${siteOrigin}/api/check-subscription`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ live }),
  })
  const text = await response.text()
  if (!response.ok || !checkSchema.parse(JSON.parse(text)).subscribed)
    throw new Error(`check-subscription responded with ${response.status} ${text}`)
}

/**
 * Measures check-subscription for members with their own tokens: with a live check in Stripe, and with mirrors of several
 * sizes. Also measures webhooks about the members, with each of these mirrors.
 *
 * @param wrkPath - the path of the program
 * @returns a table
 * @throws when a request fails, or a member has no access
 */
export async function compareMembership(
  siteOrigin: string,
  cloud: CloudEnvironment,
  wrkPath: string,
): Promise<string> {
  const stripe = createStripe(cloud.STRIPE_SECRET_KEY, cloud.STRIPE_API_ORIGIN)
  const database = new pg.Client({ connectionString: cloud.DATABASE_URL })
  await database.connect()
  try {
    // Only the benchmark delivers events.
    for (const { id } of (await stripe.webhookEndpoints.list()).data) await stripe.webhookEndpoints.del(id)
    const members = await createMembers(cloud, stripe)
    await database.query(
      'insert into customers (stripe_customer_id, user_id) select * from unnest($1::text[], $2::uuid[])',
      [members.map(({ customer }) => customer), members.map(({ id }) => id)],
    )
    const checkLive = (member: Member) => checkMember(siteOrigin, member, true)
    await forEachConcurrently(members, checkLive)
    // A mirror that was written within the last two seconds is not refreshed.
    await database.query("update subscriptions set synced_at = synced_at - interval '1 minute'")
    const rows: string[][] = []
    const addRow = (name: string, { requestsPerSecond, latencyPercentile99Ms }: Load) =>
      rows.push([name, requestsPerSecond.toFixed(0), formatMs(latencyPercentile99Ms)])
    addRow('live check in Stripe', await measureRequests(members, checkLive))
    for (const size of mirrorSizes) {
      await fillMirror(database, size)
      await forEachConcurrently(members, (member) => checkMember(siteOrigin, member, false))
      const mirror = `mirror of ${size.toLocaleString('en-US')} members`
      const options = { seconds: wrkSeconds, headers: [], script: createCheckScript(members) }
      addRow(`check, ${mirror}`, await runWrk(wrkPath, `${siteOrigin}/api/check-subscription`, options))
      const events = await changeSubscriptions(stripe, members)
      const send = (event: Stripe.Event) => sendWebhook(siteOrigin, cloud, stripe, event)
      addRow(`webhooks, ${mirror}`, await measureRequests(events, send))
      const recorded = await database.query<{ count: number }>(
        'select count(*)::int as count from stripe_events where id = any ($1)',
        [events.map(({ id }) => id)],
      )
      const count = recorded.rows[0]?.count
      if (count !== events.length) throw new Error(`The site recorded ${count} of ${events.length} events.`)
    }
    return formatTable(['request', 'requests/s', 'p99'], rows)
  } finally {
    await database.end()
  }
}

/** Changes every membership in Stripe several times. Returns the events, which the site has not processed. */
async function changeSubscriptions(stripe: Stripe, members: readonly Member[]): Promise<Stripe.Event[]> {
  const since = Math.floor(Date.now() / 1000)
  for (let change = 0; change < webhookCount / memberCount; change += 1) {
    await forEachConcurrently(members, async ({ subscription }) => {
      await stripe.subscriptions.update(subscription, { metadata: { change: randomUUID() } })
    })
  }
  const types = ['customer.subscription.updated']
  const events: Stripe.Event[] = []
  for await (const event of stripe.events.list({ types, created: { gte: since }, limit: 100 }))
    events.push(event)
  if (events.length < webhookCount) throw new Error(`Stripe lists only ${events.length} events.`)
  return events.slice(0, webhookCount)
}

/** Sends an event as Stripe does. Throws unless the site accepts it. */
async function sendWebhook(
  siteOrigin: string,
  cloud: CloudEnvironment,
  stripe: Stripe,
  event: Stripe.Event,
): Promise<void> {
  const payload = JSON.stringify(event)
  const secret = String(cloud.STRIPE_WEBHOOK_SECRET)
  const response = await fetch(`${siteOrigin}/api/stripe/webhook`, {
    method: 'POST',
    headers: { 'Stripe-Signature': stripe.webhooks.generateTestHeaderString({ payload, secret }) },
    body: payload,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`The webhook endpoint responded with ${response.status} ${text}`)
}

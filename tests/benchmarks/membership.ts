import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import Stripe from 'stripe'
import type { CloudEnvironment } from '../../scripts/stack/environment.ts'
import { type Load, runWrk } from './wrk.ts'

/** The measured load of one kind of request about memberships. */
export type MembershipLoad = { name: string; load: Load }

/** The duration of each measurement with wrk. */
const wrkSeconds = 6
const mirrorSizes = process.env.SOAK ? [10, 1000, 100_000] : [10, 1000]
/** The number of members with a subscription at Stripe. The other rows of the mirror have none. */
const stripeMemberCount = 24
const webhookCount = 120
const concurrency = 8
const password = 'correct horse battery'

type Member = { userId: string; token: string; customer: string }

const computePercentile99 = (durationsMs: number[]) =>
  durationsMs.toSorted((a, b) => a - b)[Math.floor(durationsMs.length * 0.99)] ?? Number.NaN

/** Sends a request for every item, several concurrently, and measures them. `sendRequest` resolves to its success. */
async function measureRequests<Item>(
  items: Item[],
  sendRequest: (item: Item) => Promise<boolean>,
): Promise<Load> {
  const remaining = [...items]
  const durationsMs: number[] = []
  let errorCount = 0
  const startMs = performance.now()
  const runWorker = async () => {
    for (let item = remaining.shift(); item !== undefined; item = remaining.shift()) {
      const requestStartMs = performance.now()
      if (!(await sendRequest(item))) errorCount += 1
      durationsMs.push(performance.now() - requestStartMs)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, runWorker))
  const totalSeconds = (performance.now() - startMs) / 1000
  return {
    requestsPerSecond: items.length / totalSeconds,
    latencyPercentile99Ms: computePercentile99(durationsMs),
    errorCount,
  }
}

function createStripeClient(cloud: CloudEnvironment): Stripe {
  const { hostname, port } = new URL(String(cloud.STRIPE_API_ORIGIN))
  return new Stripe(String(cloud.STRIPE_SECRET_KEY), {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
  })
}

/** Creates accounts with a subscription at Stripe, and inserts their customers into the site's mirror. */
async function createMembers(
  cloud: CloudEnvironment,
  stripe: Stripe,
  database: pg.Client,
): Promise<Member[]> {
  const url = String(cloud.NEXT_PUBLIC_SUPABASE_URL)
  const auth = { persistSession: false, autoRefreshToken: false }
  const admin = createClient(url, String(cloud.SUPABASE_SECRET_KEY), { auth })
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 149_700,
    recurring: { interval: 'month' },
    product_data: { name: 'Benchmark' },
  })
  const members: Member[] = []
  for (let index = 0; index < stripeMemberCount; index += 1) {
    const email = `${Date.now()}.${index}@example.com`
    const created = await admin.auth.admin.createUser({ email, password, email_confirm: true })
    if (created.error) throw created.error
    const client = createClient(url, String(cloud.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY), { auth })
    const signedIn = await client.auth.signInWithPassword({ email, password })
    if (signedIn.error) throw signedIn.error
    const userId = created.data.user.id
    const customer = await stripe.customers.create({ email, metadata: { user_id: userId } })
    const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
      default_payment_method: card.id,
      metadata: { tier: 'Benchmark' },
    })
    await database.query(
      `insert into customers (stripe_customer_id, user_id, email) values ($1, $2, $3)
       on conflict (stripe_customer_id) do update set user_id = excluded.user_id`,
      [customer.id, userId, email],
    )
    members.push({ userId, token: signedIn.data.session.access_token, customer: customer.id })
  }
  return members
}

/** Fills the mirror with `count` members who do not exist at Stripe. */
async function fillMirror(database: pg.Client, count: number): Promise<void> {
  await database.query(
    `insert into customers (stripe_customer_id, user_id)
       select 'cus_bench_' || n, gen_random_uuid() from generate_series(1, $1::int) n on conflict do nothing`,
    [count],
  )
  await database.query(
    `insert into subscriptions (stripe_subscription_id, stripe_customer_id, user_id, status, current_period_end,
       started_at, version, synced_at)
     select 'sub_' || stripe_customer_id, stripe_customer_id, user_id, 'active', now() + interval '20 days',
       now(), 1, now()
       from customers where stripe_customer_id like 'cus_bench_%' on conflict do nothing`,
  )
  await database.query('analyze customers, subscriptions')
}

/** Creates a Lua script for wrk that requests check-subscription. */
const createCheckScript = (token: string) =>
  `wrk.method = "POST"\nwrk.body = "{}"\nwrk.headers["Content-Type"] = "application/json"\nwrk.headers["Authorization"] = "Bearer ${token}"\n`

/**
 * Measures check-subscription, with a live check at Stripe and with mirrors of several sizes, and webhooks.
 *
 * @param wrkPath - the path of the program
 */
export async function compareMembership(
  siteOrigin: string,
  cloud: CloudEnvironment,
  wrkPath: string,
): Promise<MembershipLoad[]> {
  const stripe = createStripeClient(cloud)
  const database = new pg.Client({ connectionString: cloud.DATABASE_URL })
  await database.connect()
  try {
    const members = await createMembers(cloud, stripe, database)
    const sendLiveCheck = async ({ token }: Member) => {
      const response = await fetch(`${siteOrigin}/api/check-subscription`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify({ live: true }),
      })
      await response.arrayBuffer()
      return response.ok
    }
    await database.query(`update subscriptions set synced_at = now() - interval '1 hour'`)
    const loads: MembershipLoad[] = [
      { name: 'live check at Stripe', load: await measureRequests(members, sendLiveCheck) },
    ]
    const [firstMember] = members
    if (!firstMember) return loads
    for (const size of mirrorSizes) {
      await fillMirror(database, size)
      const options = { seconds: wrkSeconds, headers: [], script: createCheckScript(firstMember.token) }
      const load = await runWrk(wrkPath, `${siteOrigin}/api/check-subscription`, options)
      loads.push({ name: `check, mirror of ${size.toLocaleString('en-US')} members`, load })
    }
    const sendNumberedWebhook = (index: number) =>
      sendWebhook(siteOrigin, cloud, stripe, members[index % stripeMemberCount]?.customer ?? '')
    const indexes = Array.from({ length: webhookCount }, (_, index) => index)
    return [...loads, { name: 'webhooks', load: await measureRequests(indexes, sendNumberedWebhook) }]
  } finally {
    await database.end()
  }
}

let sentWebhookCount = 0

async function sendWebhook(
  siteOrigin: string,
  cloud: CloudEnvironment,
  stripe: Stripe,
  customer: string,
): Promise<boolean> {
  const payload = JSON.stringify({
    id: `evt_bench_${Date.now()}_${++sentWebhookCount}`,
    object: 'event',
    type: 'customer.subscription.updated',
    created: Math.floor(Date.now() / 1000),
    data: { object: { object: 'subscription', customer } },
  })
  const secret = String(cloud.STRIPE_WEBHOOK_SECRET)
  const response = await fetch(`${siteOrigin}/api/stripe/webhook`, {
    method: 'POST',
    headers: { 'Stripe-Signature': stripe.webhooks.generateTestHeaderString({ payload, secret }) },
    body: payload,
  })
  await response.arrayBuffer()
  return response.ok
}

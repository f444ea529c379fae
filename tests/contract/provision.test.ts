import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { isValidSignature, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import pg from 'pg'
import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { createStripe } from '@/lib/membership/stripe'
import { checkAllVendors } from '../../scripts/doctor.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { countDocuments, createAdminClient } from '../../scripts/lib/sanityClient.ts'
import { requestManagementApi } from '../../scripts/lib/sanityManagement.ts'
import { readSettings, type Settings } from '../../scripts/lib/settings.ts'
import { readWebhooks, registerWebhook } from '../../scripts/lib/webhook.ts'
import { provision } from '../../scripts/provision.ts'
import { checkDatabase } from '../../scripts/vendors/database.ts'
import { allowOrigin, checkSanity, createViewerToken } from '../../scripts/vendors/sanity.ts'
import { checkStripe } from '../../scripts/vendors/stripe.ts'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 300_000 })

let cloud: RunningCloud
let settings: Settings
let stripe: Stripe

beforeAll(async () => {
  cloud = await startLocalCloud()
  const offered = Object.entries(cloud.env).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  settings = readSettings({
    ...Object.fromEntries(offered),
    NEXT_PUBLIC_SITE_URL: `http://localhost:${cloud.portBase - 1}`,
    CRON_SECRET: 'a-secret-for-the-scheduler',
  })
  stripe = createStripe(String(settings.STRIPE_SECRET_KEY), settings.STRIPE_API_ORIGIN)
})
afterAll(() => cloud.remove())

const wrong = async (changed: Partial<Settings> = {}) =>
  (await checkAllVendors({ ...settings, ...changed }))
    .filter(({ state }) => state === 'wrong')
    .map(({ vendor, text }) => `${vendor}: ${text}`)

/** Runs statements on the database. */
async function sql(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: settings.DATABASE_URL })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** The settings of Auth, as the management API returns them. */
async function authConfig(): Promise<Record<string, unknown>> {
  const response = await fetch(`${settings.SUPABASE_API_ORIGIN}/v1/projects/local/config/auth`, {
    headers: { Authorization: `Bearer ${settings.SUPABASE_ACCESS_TOKEN}` },
  })
  return z.record(z.string(), z.unknown()).parse(await response.json())
}

/** The doctor's findings about the database, as `state: text`. */
const database = async () =>
  (await checkDatabase(settings)).list.map(({ state, text }) => `${state}: ${text}`)

test('provisioning prepares empty accounts of every vendor, and the doctor reports both states', async () => {
  const before = await wrong()
  expect(before).toEqual([
    expect.stringContaining('Sanity: There is no content yet'),
    expect.stringContaining('Sanity: Nothing can be sold: there is no published offer'),
    expect.stringContaining('Sanity: No webhook with the name'),
    expect.stringContaining('Sanity: http://localhost:'),
    expect.stringContaining('Supabase: Not as the site needs it: uri_allow_list'),
    expect.stringContaining('Postgres: Not applied yet: 2'),
    expect.stringContaining('Stripe: No endpoint has the URL'),
    expect.stringContaining('Stripe: There is no published offer'),
    expect.stringContaining('Stripe: The portal is not configured'),
  ])
  const done = await provision(settings)
  expect(done.Sanity?.join()).toMatch(/Imported \d+ documents.*Registered the webhook/)
  expect(done.Supabase?.join()).toMatch(/Set in Auth: .*the emails.*Turned the check/)
  expect(done.Postgres?.join()).toContain('Applied 2')
  expect(await wrong()).toEqual([expect.stringContaining('Postgres: The scheduler has never called')])
  await sql(`insert into reconcile_cursors (name, position) values ('events', now())`)
  expect(await wrong()).toEqual([])

  const auth = await authConfig()
  for (const name of ['password_changed', 'email_changed', 'mfa_factor_enrolled', 'mfa_factor_unenrolled']) {
    expect(auth[`mailer_notifications_${name}_enabled`], name).toBe(true)
    expect(auth[`mailer_templates_${name}_notification_content`]).toMatch(/If this wasn.t you/)
  }
  expect(auth.mailer_templates_confirmation_content).toContain('>Creator&#39;s Circle<')
  expect(auth).toMatchObject({
    password_min_length: 8,
    password_hibp_enabled: true,
    rate_limit_email_sent: 360,
    smtp_host: settings.SMTP_HOST,
    smtp_port: String(settings.SMTP_PORT),
    smtp_user: settings.SMTP_USER,
    smtp_admin_email: settings.SMTP_FROM_EMAIL,
    smtp_sender_name: settings.SMTP_FROM_NAME,
  })

  const counts = async () => [
    (await stripe.prices.list()).data.length,
    (await stripe.coupons.list()).data.length,
    (await stripe.webhookEndpoints.list()).data.length,
    (await stripe.billingPortal.configurations.list()).data.length,
  ]
  const rendered = await counts()
  const again = await provision(settings)
  expect(again.Sanity).toEqual(['Left the content as it is.', 'Registered the webhook.'])
  expect(again.Supabase).toEqual([
    'Auth has the settings of the site.',
    'Sent Auth what Supabase does not return: smtp_pass.',
  ])
  expect(again.Postgres).toEqual(['Has every migration.'])
  expect(await counts()).toEqual(rendered)
})

test('Auth uses the mail server of the site, and the doctor finds another limit or password rule', async () => {
  const patch = (changes: Record<string, unknown>) =>
    fetch(`${settings.SUPABASE_API_ORIGIN}/v1/projects/local/config/auth`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${settings.SUPABASE_ACCESS_TOKEN}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(changes),
    })
  const signUp = async (email: string) =>
    (
      await fetch(`${settings.NEXT_PUBLIC_SUPABASE_URL}/auth/v1/signup`, {
        method: 'POST',
        headers: {
          apikey: settings.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ email, password: 'correct horse battery' }),
      })
    ).status
  expect(await signUp('first@example.com')).toBe(200)
  await patch({ smtp_pass: 'a former password' })
  expect(await signUp('second@example.com')).toBe(500)
  await provision(settings)
  expect(await signUp('third@example.com')).toBe(200)
  await patch({ rate_limit_email_sent: 30, password_min_length: 6 })
  expect(await wrong()).toEqual([
    expect.stringMatching(/Supabase: Not as the site needs it: .*password_min_length.*rate_limit_email_sent/),
  ])
  await provision(settings)
  expect(await wrong()).toEqual([])
})

test('the CAPTCHA of Auth is enabled with the site key and the secret, and the doctor finds a missing half', async () => {
  const turnstile: Partial<Settings> = {
    NEXT_PUBLIC_CAPTCHA_PROVIDER: 'turnstile',
    NEXT_PUBLIC_CAPTCHA_SITE_KEY: '1x00000000000000000000AA',
  }
  const missing = [expect.stringContaining('Supabase: The pages have a CAPTCHA that Auth does not require')]
  expect(await wrong(turnstile)).toEqual(missing)
  await provision({ ...settings, ...turnstile })
  expect(await wrong(turnstile)).toEqual(missing)
  const secret = { TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA' }
  const done = await provision({ ...settings, ...turnstile, ...secret })
  expect(done.Supabase?.join()).toContain('security_captcha_enabled')
  expect(await wrong({ ...turnstile, ...secret })).toEqual([])
  expect(await wrong()).toEqual([
    expect.stringContaining('Supabase: Auth requires a CAPTCHA that the pages do not have'),
  ])
  const recover = async () =>
    (
      await fetch(`${settings.NEXT_PUBLIC_SUPABASE_URL}/auth/v1/recover`, {
        method: 'POST',
        headers: {
          apikey: settings.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          email: 'nobody@example.com',
          gotrue_meta_security: { captcha_token: 'XXXX.DUMMY.TOKEN.XXXX' },
        }),
      })
    ).status
  // Cloudflare's test secret that refuses every token, as a rotated one does.
  const rotated = { TURNSTILE_SECRET_KEY: '2x0000000000000000000000000000000AA' }
  await provision({ ...settings, ...turnstile, ...rotated })
  expect(await recover()).toBe(400)
  const again = await provision({ ...settings, ...turnstile, ...secret })
  expect(await recover()).toBe(200)
  expect(again.Supabase).toEqual([
    'Auth has the settings of the site.',
    'Sent Auth what Supabase does not return: smtp_pass, security_captcha_secret.',
  ])
  await fetch(`${settings.SUPABASE_API_ORIGIN}/v1/projects/local/config/auth`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${settings.SUPABASE_ACCESS_TOKEN}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ security_captcha_enabled: false }),
  })
  expect(await wrong()).toEqual([])
})

test('a staging site in the same project of Sanity does not change the webhook of the production', async () => {
  const production = { ...settings, SANITY_API_WRITE_TOKEN: cloud.env.SANITY_API_WRITE_TOKEN }
  const staging = { ...production, NEXT_PUBLIC_SANITY_DATASET: 'staging' }
  const stagingSite = `http://localhost:${cloud.portBase - 2}`
  await registerWebhook(staging, stagingSite)
  const productionSite = settings.NEXT_PUBLIC_SITE_URL
  expect(await readWebhooks(production, productionSite)).toMatchObject({ isRegistered: true })
  await registerWebhook(production, productionSite)
  expect(await readWebhooks(staging, stagingSite)).toEqual({
    isRegistered: true,
    namesToSite: [],
    otherUrls: [],
  })
})

/** The doctor's findings about Sanity, as `state: text`. */
const sanity = async (changed: Partial<Settings> = {}) =>
  (await checkSanity({ ...settings, ...changed })).list.map(({ state, text }) => `${state}: ${text}`)

test('a second site on the same dataset does not change the webhook of the first, and the doctor lists it', async () => {
  const access = { ...settings, SANITY_API_WRITE_TOKEN: cloud.env.SANITY_API_WRITE_TOKEN }
  const secondSite = `http://localhost:${cloud.portBase - 3}`
  await registerWebhook(access, secondSite)
  const firstSite = settings.NEXT_PUBLIC_SITE_URL
  expect(await readWebhooks(access, firstSite)).toEqual({
    isRegistered: true,
    namesToSite: [],
    otherUrls: [`${secondSite}/api/sanity/webhook`],
  })
  expect(await sanity()).toContainEqual(
    expect.stringMatching(`^note: The dataset has another webhook, to ${secondSite}/api/sanity/webhook`),
  )
  const hooks = `/hooks/projects/${settings.NEXT_PUBLIC_SANITY_PROJECT_ID}`
  const found = z
    .array(z.object({ id: z.string(), url: z.string() }))
    .parse(await requestManagementApi(access, 'GET', hooks))
  const second = found.find(({ url }) => url.startsWith(secondSite))
  await requestManagementApi(access, 'DELETE', `${hooks}/${second?.id}`)
})

/** Replaces the webhook of the project's dataset by a changed one, as an administrator would edit it. */
async function changeWebhook(changes: { name?: string; isDisabledByUser?: boolean }): Promise<void> {
  const access = { ...settings, SANITY_API_WRITE_TOKEN: cloud.env.SANITY_API_WRITE_TOKEN }
  const hooks = `/hooks/projects/${settings.NEXT_PUBLIC_SANITY_PROJECT_ID}`
  const own = z
    .array(z.looseObject({ id: z.string(), dataset: z.string() }))
    .parse(await requestManagementApi(access, 'GET', hooks))
    .find(({ dataset }) => dataset === settings.NEXT_PUBLIC_SANITY_DATASET)
  await requestManagementApi(access, 'DELETE', `${hooks}/${own?.id}`)
  await requestManagementApi(access, 'POST', hooks, { ...own, ...changes })
}

test('the doctor distinguishes a manually created webhook from a foreign one, and names the one that it expects', async () => {
  await changeWebhook({ name: 'By hand' })
  const found = await sanity()
  expect(found).toContainEqual(expect.stringMatching(/^wrong: No webhook with the name “Refresh the site”/))
  expect(found).toContainEqual(expect.stringMatching(/^note: The webhook “By hand” calls this site too/))
  expect(found.join()).not.toContain('another webhook')
  await changeWebhook({ name: 'Refresh the site' })
})

test('the doctor reports a write token of a person, and none of a robot', async () => {
  const { lakeOrigin } = cloud
  const origin = encodeURIComponent(`${settings.NEXT_PUBLIC_SITE_URL}/studio-admin`)
  const login = await fetch(
    `${lakeOrigin}/v1/auth/login/local?origin=${origin}&projectId=local&withSid=true`,
    {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: lakeOrigin },
      body: 'account=administrator',
    },
  )
  const sid = /#sid=([^&]+)$/.exec(login.headers.get('location') ?? '')?.[1]
  const session = await (await fetch(`${lakeOrigin}/v1/auth/fetch?sid=${sid}`)).json()
  const { token } = z.object({ token: z.string() }).parse(session)
  const note = expect.stringMatching(/^note: SANITY_API_WRITE_TOKEN is a personal token/)
  expect(await sanity({ SANITY_API_WRITE_TOKEN: token })).toContainEqual(note)
  expect(await sanity()).not.toContainEqual(note)
})

test('replaces a CORS origin that has no credentials', async () => {
  const access = { ...settings, SANITY_API_WRITE_TOKEN: cloud.env.SANITY_API_WRITE_TOKEN }
  const path = `/projects/${settings.NEXT_PUBLIC_SANITY_PROJECT_ID}/cors`
  const origin = `http://localhost:${cloud.portBase - 4}`
  await requestManagementApi(access, 'POST', path, { origin, allowCredentials: false })
  const finding = async () => (await sanity({ NEXT_PUBLIC_SITE_URL: origin })).join('\n')
  expect(await finding()).toContain(`wrong: ${origin} is not among the CORS origins with credentials`)
  await allowOrigin(access, origin)
  expect(await finding()).toContain(`right: The Studio at ${origin} may sign in.`)
})

test.each([
  ['with content', 'production'],
  ['without content', 'closed'],
])('refuses a private dataset %s: the site reads without a token', async (_, dataset) => {
  const access = {
    ...settings,
    NEXT_PUBLIC_SANITY_DATASET: dataset,
    SANITY_API_WRITE_TOKEN: cloud.env.SANITY_API_WRITE_TOKEN,
  }
  const path = `/projects/${settings.NEXT_PUBLIC_SANITY_PROJECT_ID}/datasets/${dataset}`
  const isThere = dataset === settings.NEXT_PUBLIC_SANITY_DATASET
  await requestManagementApi(access, isThere ? 'PATCH' : 'PUT', path, { aclMode: 'private' })
  onTestFinished(async () => {
    if (isThere) await requestManagementApi(access, 'PATCH', path, { aclMode: 'public' })
  })
  const words = new RegExp(
    `The dataset "${dataset}" is not public, .*npx sanity dataset visibility set ${dataset} public`,
  )
  const sentence = expect.stringMatching(words)
  await expect(provision(access, { isDry: true })).rejects.toThrow(words)
  const changed = { NEXT_PUBLIC_SANITY_DATASET: dataset }
  expect((await sanity(changed)).filter((line) => line.startsWith('wrong'))).toContainEqual(sentence)
  // The site's own environment has no write token: the doctor compares what a viewer reads.
  const withoutWriteToken = await sanity({ ...changed, SANITY_API_WRITE_TOKEN: undefined })
  if (isThere) expect(withoutWriteToken).toContainEqual(sentence)
})

test.each([
  {
    what: 'redirects',
    status: 308,
    location: 'https://www.example.com/api/health',
    says: /^wrong: .* redirects to https:\/\/www\.example\.com/,
  },
  {
    what: 'wants a password',
    status: 401,
    location: '',
    says: /^wrong: .*\/api\/health requires a password \(401\)/,
  },
  { what: 'accepts webhooks', status: 200, location: '', says: /^right: .* accepts webhooks\.$/ },
])('reports whether the site $what', async ({ status, location, says }) => {
  const site = createServer((_, response) => {
    response.writeHead(status, location ? { location } : {}).end()
  }).listen(cloud.portBase - 1)
  onTestFinished(() => {
    site.close()
  })
  expect(await sanity()).toContainEqual(expect.stringMatching(says))
})

test('shows the message of Sanity when it refuses, and how to create the token manually', async () => {
  const access = { ...settings, SANITY_API_WRITE_TOKEN: cloud.env.SANITY_API_READ_TOKEN }
  await expect(createViewerToken(access, 'Site')).rejects.toThrow(
    /POST \/access\/project\/local\/robots responded with 403: .+ Create a token at sanity\.io\/manage .*SANITY_API_READ_TOKEN/,
  )
})

test('a disabled webhook is found, and created again', async () => {
  await changeWebhook({ isDisabledByUser: true })
  expect(await wrong()).toEqual([expect.stringContaining('Sanity: No webhook with the name')])
  await provision(settings)
  expect(await wrong()).toEqual([])
})

test('an existing webhook gets the secret of the environment', async () => {
  const secret = 'made-anew-since-the-file-was-lost'
  await provision({ ...settings, SANITY_WEBHOOK_SECRET: secret })
  const delivery = Promise.withResolvers<{ body: string; signature: string }>()
  const site = createServer(async (request, response) => {
    const signature = String(request.headers[SIGNATURE_HEADER_NAME])
    delivery.resolve({ body: await text(request), signature })
    response.end()
  }).listen(cloud.portBase - 1)
  onTestFinished(() => {
    site.close()
  })
  const access = { ...settings, SANITY_API_WRITE_TOKEN: cloud.env.SANITY_API_WRITE_TOKEN }
  await createAdminClient(access).create({ _type: 'redirect' })
  const { body, signature } = await delivery.promise
  expect(await isValidSignature(body, signature, secret)).toBe(true)
})

test('a dataset for a restore is left empty', async () => {
  const changed = { ...settings, NEXT_PUBLIC_SANITY_DATASET: 'restored' }
  const { Sanity: planned } = await provision(changed, { isDry: true, skipsSeed: true })
  expect(planned?.join()).not.toContain('seed')
  const { Sanity: done } = await provision(changed, { skipsSeed: true })
  expect(done?.join()).toMatch(/Created the dataset "restored".*Leaves it empty/)
  const access = { ...changed, SANITY_API_WRITE_TOKEN: cloud.env.SANITY_API_WRITE_TOKEN }
  expect(await countDocuments(access)).toBe(0)
})

test('an endpoint whose secret is unknown is reported', async () => {
  const { Stripe: lines } = await provision({ ...settings, STRIPE_WEBHOOK_SECRET: undefined })
  expect(lines?.join()).toMatch(/STRIPE_WEBHOOK_SECRET is missing.*dashboard/)
})

test('an endpoint with missing events is found and updated, a missing one is created again', async () => {
  const [endpoint] = (await stripe.webhookEndpoints.list()).data
  await stripe.webhookEndpoints.update(String(endpoint?.id), { enabled_events: ['invoice.paid'] })
  expect(await wrong()).toEqual([expect.stringMatching(/Stripe: It is not sent .*customer\.deleted/)])
  await provision(settings)
  expect(await wrong()).toEqual([])
  await stripe.webhookEndpoints.del(String(endpoint?.id))
  expect(await wrong()).toEqual([expect.stringContaining('Stripe: No endpoint has the URL')])
  const { Stripe: lines } = await provision(settings)
  expect(lines?.join()).toMatch(/Set STRIPE_WEBHOOK_SECRET=whsec_\w+/)
  expect(await wrong()).toEqual([])
})

test('on this machine, the database may have one user and no encryption', async () => {
  const found = await database()
  expect(found).toContain('note: The connection is not encrypted, and does not leave this machine.')
  expect(found).toContain('note: The database is on this machine, and has a single user.')
  expect(found).toContain('right: The data API reaches no table.')
})

test.each([
  {
    what: 'a refund that waits',
    before: 'right: No refund waits.',
    statement: `insert into refunds (payment_intent, stripe_customer_id, stripe_subscription_id, stripe_invoice_id, attempts, last_error)
      values ('pi_1', 'cus_1', 'sub_1', 'in_1', 1, 'Error: a bank is closed')`,
    after: /^note: One refund waits, the oldest since 2\d{3}-.*Error: a bank is closed/,
    back: 'delete from refunds',
  },
  {
    what: 'refunds that wait for more than a day',
    before: 'right: No refund waits.',
    statement: `insert into refunds (payment_intent, stripe_customer_id, stripe_subscription_id, stripe_invoice_id, last_error, created_at)
      select 'pi_' || n, 'cus_1', 'sub_1', 'in_1', 'Error ' || n, now() - n * interval '11 hours' from generate_series(1, 3) n`,
    after: /^wrong: 3 refunds wait, the oldest since .* \(Error 3\)/,
    back: `update refunds set settled_at = now(), outcome = 'refunded'`,
  },
  {
    what: 'a customer that fails again and again',
    before: 'right: No customer fails repeatedly.',
    statement: `insert into sync_queue (stripe_customer_id, attempts, last_error)
      values ('cus_3', 3, 'Error: once in a while'), ('cus_4', 4, 'Error: always')`,
    after: /^wrong: One customer could not be processed: cus_4, 4 times \(Error: always\)\.$/,
    back: 'delete from sync_queue',
  },
  {
    what: 'a scheduler that has stopped',
    before: /^right: The scheduler called last at 2\d{3}-/,
    statement: `update reconcile_cursors set updated_at = now() - interval '61 minutes'`,
    after: /^wrong: The scheduler has not called.* since 2\d{3}-/,
    back: 'update reconcile_cursors set updated_at = now()',
  },
  {
    what: 'a second membership',
    before: 'right: No person has two memberships.',
    statement: `with customer as (insert into customers (stripe_customer_id) values ('cus_2') returning 1)
      insert into subscriptions (stripe_subscription_id, stripe_customer_id, status, started_at, version, synced_at)
      select 'sub_' || status, 'cus_2', status, now(), 1, now() from unnest(array['active', 'canceled', 'past_due']) status`,
    after: /^wrong: One customer has several live memberships: cus_2 \((sub_active|sub_past_due), sub_\w+\)/,
    back: `update subscriptions set status = 'canceled' where status = 'past_due'`,
  },
  {
    what: 'a database that holds live data beside a test key',
    before: 'right: It holds no data of Stripe yet.',
    statement: 'insert into stripe_mode (livemode) values (true)',
    after: /^wrong: It holds live data of Stripe, and STRIPE_SECRET_KEY is a test key/,
    back: 'delete from stripe_mode',
  },
  {
    what: 'tables that are open',
    before: 'right: The data API reaches no table.',
    statement: 'grant select on claims to anon',
    after: /^wrong: The data API reaches tables: anon claims/,
    back: 'revoke all on claims from anon',
  },
])('finds $what, and reports a correct setup', async ({ before, statement, after, back }) => {
  const isThere = typeof before === 'string' ? before : expect.stringMatching(before)
  expect(await database()).toContainEqual(isThere)
  await sql(statement)
  const found = await database()
  expect(found).toContainEqual(expect.stringMatching(after))
  expect(found).not.toContainEqual(isThere)
  await sql(back)
  expect(await database()).toContainEqual(isThere)
})

test('finds other products of the account, and events that are not delivered', async () => {
  const hour = 3_600_000
  const account = async (now: number) =>
    (await checkStripe(settings, undefined, now)).list.map(({ state, text }) => `${state}: ${text}`)
  const before = await account(Date.now() + 2 * hour)
  expect(before).toContain('right: Nothing but memberships is subscribed to in the account.')
  expect(before).toContain('right: Every event of the last days was delivered.')

  const { id: product } = await stripe.products.create({ name: 'Hosting' })
  const recurring = { interval: 'month' } as const
  const price = await stripe.prices.create({ product, currency: 'usd', unit_amount: 500, recurring })
  const { id: customer } = await stripe.customers.create()
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  await stripe.subscriptions.create({
    customer,
    items: [{ price: price.id }],
    default_payment_method: method.id,
  })
  const shared =
    'note: The account is shared: 1 of its subscriptions is to other products, which the site does not change.'
  const soon = await account(Date.now())
  expect(soon).toContain(shared)
  // The site does not run; an hour without a call is accepted.
  expect(soon).toContain('right: Every event of the last days was delivered.')
  expect(await account(Date.now() + 2 * hour)).toContainEqual(
    expect.stringMatching(
      /^wrong: \d+ events were not delivered within an hour, the oldest [a-z_.]+ of 2\d{3}-/,
    ),
  )
  // The failing endpoint may be another one.
  const other = await stripe.webhookEndpoints.create({
    url: `http://localhost:${cloud.portBase - 2}/hook`,
    enabled_events: ['product.deleted'],
  })
  expect(await account(Date.now() + 2 * hour)).toContainEqual(
    expect.stringMatching(/^person: \d+ events were not delivered.*whether it is the site's endpoint/),
  )
  await stripe.webhookEndpoints.del(other.id)
})

test('invalid keys and unreachable services are named, without their secrets', async () => {
  const secret = 'sk_test_that_is_nobodys_at_all'
  const found = await wrong({
    STRIPE_SECRET_KEY: secret,
    SUPABASE_SECRET_KEY: 'sb_secret_that_is_nobodys_at_all',
    SANITY_API_WRITE_TOKEN: 'nobody-has-this-token',
    DATABASE_URL: `postgres://nobody:hidden@127.0.0.1:${cloud.portBase - 2}/postgres`,
    STRIPE_WEBHOOK_SECRET: undefined,
  })
  for (const what of [
    'Stripe: Webhook endpoints cannot be read',
    'Stripe: STRIPE_WEBHOOK_SECRET is missing',
    'Supabase: The secret key is not accepted',
    'Sanity: The webhook cannot be read',
    'Postgres: The database does not respond',
  ]) {
    expect(found.join('\n')).toContain(what)
  }
  expect(found.join('\n')).not.toMatch(/nobodys_at_all|nobody-has|hidden/)
})

const command = (name: string, ...more: string[]) =>
  spawnSync(process.execPath, [inRoot('scripts/command.mjs'), name, ...more], {
    cwd: inRoot('scripts'),
    encoding: 'utf8',
    env: { NODE_ENV: 'test', NEXT_PUBLIC_SITE_URL: 'nowhere' },
  })

test.each([['doctor'], ['provision'], ['backup', 'nowhere'], ['restore', 'nowhere']])(
  '%s runs as a command, outside of any bundler',
  (name, ...more) => {
    const { status, stderr } = command(name, ...more)
    expect(stderr).toContain('NEXT_PUBLIC_SITE_URL is not valid')
    expect(status).toBe(1)
  },
)

test.each([['doctor'], ['backup'], ['restore', 'nowhere']])(
  '%s reads the named file, or reports that it is missing',
  (name, ...more) => {
    const { status, stderr } = command(name, ...more, '--file', '.env.nobody.local')
    expect(stderr).toMatch(/^There is no file .*\.env\.nobody\.local\.\n$/)
    expect(status).toBe(1)
  },
)

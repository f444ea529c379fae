import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { isValidSignature, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import type { RunningCloud } from 'local-cloud/testing/cloudProcess'
import pg from 'pg'
import Stripe from 'stripe'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { handledEvents } from '@/lib/membership/events'
import { createStripe } from '@/lib/membership/stripe'
import { countDocuments, createAdminClient } from '../../../scripts/lib/sanityClient.ts'
import type { Settings } from '../../../scripts/provision/settings.ts'
import { provision } from '../../../scripts/provision.ts'
import {
  changeWebhook,
  type EmptyAccounts,
  listFindings,
  listWrongFindings,
  setUpAccounts,
} from './support.ts'

// The tests share the accounts, which the first test provisions.
let cloud: RunningCloud
let settings: Settings
let access: EmptyAccounts['access']
let stripe: Stripe
setUpAccounts((accounts) => {
  ;({ cloud, settings, access } = accounts)
  stripe = createStripe(String(settings.STRIPE_SECRET_KEY), settings.STRIPE_API_ORIGIN)
})

const listWrong = (changes: Partial<Settings> = {}) => listWrongFindings({ ...settings, ...changes })

/** Records that the scheduler has called. */
async function recordSchedulerCall(): Promise<void> {
  const client = new pg.Client({ connectionString: settings.DATABASE_URL })
  await client.connect()
  await client.query(`insert into reconcile_cursors (name, position) values ('events', now())`)
  await client.end()
}

/** Reads the settings of Auth from the management API. */
async function readAuthConfig(): Promise<Record<string, unknown>> {
  const response = await fetch(`${settings.SUPABASE_API_ORIGIN}/v1/projects/local/config/auth`, {
    headers: { Authorization: `Bearer ${settings.SUPABASE_ACCESS_TOKEN}` },
  })
  return z.record(z.string(), z.unknown()).parse(await response.json())
}

/** Changes settings of Auth through the management API. */
const patchAuthConfig = (changes: Record<string, unknown>) =>
  fetch(`${settings.SUPABASE_API_ORIGIN}/v1/projects/local/config/auth`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${settings.SUPABASE_ACCESS_TOKEN}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(changes),
  })

test('provisioning prepares empty accounts of every vendor; the doctor then reports only that no scheduler has called', async () => {
  expect(await listWrong()).toEqual([
    expect.stringContaining('Sanity: There is no content yet'),
    expect.stringContaining('Sanity: http://localhost:'),
    expect.stringContaining('Sanity: No webhook with the name'),
    expect.stringContaining('Sanity: Nothing can be sold: there is no published offer'),
    expect.stringContaining('Supabase: Not as the site needs it: uri_allow_list'),
    expect.stringContaining('Postgres: Not applied yet: 2'),
    expect.stringContaining('Stripe: There is no published offer'),
    expect.stringContaining('Stripe: The portal is not configured'),
    expect.stringContaining('Stripe: No endpoint has the URL'),
  ])
  const firstRun = await provision(settings)
  expect(firstRun.Sanity?.join()).toMatch(/Imported \d+ documents.*Registered the webhook/)
  expect(firstRun.Supabase?.join()).toMatch(/Set in Auth: .*password_hibp_enabled.*the emails/)
  expect(firstRun.Postgres?.join()).toContain('Applied 2')
  expect(await listWrong()).toEqual([expect.stringContaining('Postgres: The scheduler has not called yet')])
  await recordSchedulerCall()
  expect(await listWrong()).toEqual([])

  const auth = await readAuthConfig()
  for (const name of ['password_changed', 'email_changed', 'mfa_factor_enrolled', 'mfa_factor_unenrolled']) {
    expect(auth[`mailer_notifications_${name}_enabled`], name).toBe(true)
    expect(auth[`mailer_templates_${name}_notification_content`]).toContain('Wasn&#39;t you?')
  }
  expect(auth.mailer_templates_confirmation_content).toContain('>Creator&#39;s Circle<')
  expect(auth).toMatchObject({
    password_min_length: 10,
    password_hibp_enabled: true,
    rate_limit_email_sent: 360,
    smtp_host: settings.SMTP_HOST,
    smtp_port: String(settings.SMTP_PORT),
    smtp_user: settings.SMTP_USER,
    smtp_admin_email: settings.SMTP_FROM_EMAIL,
    smtp_sender_name: settings.SMTP_FROM_NAME,
  })

  const countStripeObjects = async () => [
    (await stripe.prices.list()).data.length,
    (await stripe.coupons.list()).data.length,
    (await stripe.webhookEndpoints.list()).data.length,
    (await stripe.billingPortal.configurations.list()).data.length,
  ]
  const counts = await countStripeObjects()
  const secondRun = await provision(settings)
  expect(secondRun.Sanity).toEqual([
    'There is the dataset "production".',
    'The dataset has content.',
    `The Studio at ${settings.NEXT_PUBLIC_SITE_URL} may sign in.`,
    'Registered the webhook.',
  ])
  expect(secondRun.Supabase).toEqual(['Set in Auth: smtp_pass.'])
  expect(secondRun.Postgres).toEqual(['Every migration of supabase/migrations is applied.'])
  expect(await countStripeObjects()).toEqual(counts)
})

test('Auth uses the mail server of the site, and the doctor finds a changed limit or password rule', async () => {
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
  await patchAuthConfig({ smtp_pass: 'a former password' })
  expect(await signUp('second@example.com')).toBe(500)
  await provision(settings)
  expect(await signUp('third@example.com')).toBe(200)
  await patchAuthConfig({ rate_limit_email_sent: 30, password_min_length: 6 })
  expect(await listWrong()).toEqual([
    expect.stringMatching(/Supabase: Not as the site needs it: .*password_min_length.*rate_limit_email_sent/),
  ])
  await provision(settings)
  expect(await listWrong()).toEqual([])
})

test('the CAPTCHA of Auth is enabled with the site key and the secret; the doctor finds one that only Auth or the pages have', async () => {
  const turnstileSettings: Partial<Settings> = {
    NEXT_PUBLIC_TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
  }
  const captchaOfPagesOnly = [
    expect.stringContaining('Supabase: The pages have a CAPTCHA that Auth does not require'),
  ]
  expect(await listWrong(turnstileSettings)).toEqual(captchaOfPagesOnly)
  await provision({ ...settings, ...turnstileSettings })
  expect(await listWrong(turnstileSettings)).toEqual(captchaOfPagesOnly)
  const secret = { TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA' }
  const provisioned = await provision({ ...settings, ...turnstileSettings, ...secret })
  expect(provisioned.Supabase?.join()).toContain('security_captcha_enabled')
  expect(await listWrong({ ...turnstileSettings, ...secret })).toEqual([])
  expect(await listWrong()).toEqual([
    expect.stringContaining('Supabase: Auth requires a CAPTCHA that the pages do not have'),
  ])
  const requestRecovery = async () =>
    (
      await fetch(`${settings.NEXT_PUBLIC_SUPABASE_URL}/auth/v1/recover`, {
        method: 'POST',
        headers: {
          apikey: settings.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          email: 'other@example.com',
          gotrue_meta_security: { captcha_token: 'XXXX.DUMMY.TOKEN.XXXX' },
        }),
      })
    ).status
  // Cloudflare's test secret that refuses every token, as an outdated secret does after a rotation.
  const outdatedSecret = { TURNSTILE_SECRET_KEY: '2x0000000000000000000000000000000AA' }
  await provision({ ...settings, ...turnstileSettings, ...outdatedSecret })
  expect(await requestRecovery()).toBe(400)
  const restored = await provision({ ...settings, ...turnstileSettings, ...secret })
  expect(await requestRecovery()).toBe(200)
  expect(restored.Supabase?.[0]).toBe('Set in Auth: smtp_pass, security_captcha_secret.')
  await patchAuthConfig({ security_captcha_enabled: false })
  expect(await listWrong()).toEqual([])
})

test('the doctor finds a disabled webhook, and provisioning creates it again', async () => {
  await changeWebhook(access, { isDisabledByUser: true })
  expect(await listWrong()).toEqual([expect.stringContaining('Sanity: No webhook with the name')])
  await provision(settings)
  expect(await listWrong()).toEqual([])
})

test('an existing webhook gets the secret of the environment', async () => {
  const secret = 'another-secret-since-the-file-was-lost'
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
  await createAdminClient(access).create({ _type: 'redirect' })
  const { body, signature } = await delivery.promise
  expect(await isValidSignature(body, signature, secret)).toBe(true)
})

test('a dataset for a restore is created and left empty', async () => {
  const restoredSettings = { ...settings, NEXT_PUBLIC_SANITY_DATASET: 'restored' }
  const { Sanity: planned } = await provision(restoredSettings, { isDry: true, skipsSeed: true })
  expect(planned?.join()).not.toContain('seed')
  const { Sanity: done } = await provision(restoredSettings, { skipsSeed: true })
  expect(done?.join()).toMatch(/Created the dataset "restored".*Leaves it empty/)
  const restoredAccess = { ...access, NEXT_PUBLIC_SANITY_DATASET: 'restored' }
  expect(await countDocuments(restoredAccess)).toBe(0)
})

test('the doctor reports a Stripe endpoint whose secret is unknown', async () => {
  await provision(settings)
  const findings = await listWrong({ STRIPE_WEBHOOK_SECRET: undefined })
  expect(findings).toEqual([expect.stringMatching(/STRIPE_WEBHOOK_SECRET is missing.*dashboard/)])
})

test('general settings of Auth that Supabase refuses with 402 are reported, unlike the paid setting', async () => {
  const realFetch = fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    init?.method === 'PATCH' && url.endsWith('/config/auth')
      ? Promise.resolve(Response.json({}, { status: 402 }))
      : realFetch(url, init),
  )
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  await expect(provision({ ...settings, SMTP_PASSWORD: 'changed' })).rejects.toThrow('it responded 402')
})

test('a Stripe endpoint whose URL has a query is found, and not created again', async () => {
  const [endpoint] = (await stripe.webhookEndpoints.list()).data
  await stripe.webhookEndpoints.create({
    url: `${endpoint?.url}?bypass=secret`,
    enabled_events: [...handledEvents],
    api_version: Stripe.API_VERSION,
  })
  await stripe.webhookEndpoints.del(String(endpoint?.id))
  expect(await listWrong()).toEqual([])
  await provision(settings)
  expect((await stripe.webhookEndpoints.list()).data).toHaveLength(1)
})

test('a Stripe endpoint with missing events is found and updated, a missing one is created again', async () => {
  const [endpoint] = (await stripe.webhookEndpoints.list()).data
  await stripe.webhookEndpoints.update(String(endpoint?.id), { enabled_events: ['invoice.paid'] })
  expect(await listWrong()).toEqual([expect.stringMatching(/Stripe: It is not sent .*customer\.deleted/)])
  await provision(settings)
  expect(await listWrong()).toEqual([])
  await stripe.webhookEndpoints.del(String(endpoint?.id))
  expect(await listWrong()).toEqual([expect.stringContaining('Stripe: No endpoint has the URL')])
  const { Stripe: lines } = await provision(settings)
  expect(lines?.join()).toMatch(/Set STRIPE_WEBHOOK_SECRET=whsec_\w+/)
  expect(await listWrong()).toEqual([])
})

test('the doctor finds events that are not delivered', async () => {
  const listStripeFindings = () => listFindings(settings, 'Stripe')
  const delivered = 'right: Every event of the last days was delivered.'
  const { id } = await stripe.customers.create()
  await stripe.customers.del(id)
  // The site does not run. An event may stay undelivered for an hour.
  expect(await listStripeFindings()).toContain(delivered)
  vi.useFakeTimers({ now: Date.now() + 2 * 3_600_000, toFake: ['Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  expect(await listStripeFindings()).toContainEqual(
    expect.stringMatching(
      /^wrong: Not delivered within an hour: \d+ events, the oldest [a-z_.]+ of 2\d{3}-.*check the endpoint/,
    ),
  )
  // With two endpoints, the failing one may be the other one, not the site's.
  const otherEndpoint = await stripe.webhookEndpoints.create({
    url: `http://localhost:${cloud.portBase - 2}/hook`,
    enabled_events: ['product.deleted'],
  })
  expect(await listStripeFindings()).toContainEqual(
    expect.stringMatching(/^person: Not delivered.*whether it is the site's endpoint/),
  )
  await stripe.webhookEndpoints.del(otherEndpoint.id)
})

test('the doctor reports a site that sells without a mail server, and a mail server that it cannot reach', async () => {
  expect(await listWrong({ SMTP_PASSWORD: undefined })).toEqual([
    expect.stringMatching(/^Mail: Members get no notices.* set SMTP_HOST, SMTP_PORT/),
  ])
  expect(await listWrong({ SMTP_PORT: 1 })).toContainEqual(
    expect.stringMatching(/^Mail: The mail server .* does not accept the account: .*ECONNREFUSED/),
  )
})

test('the doctor reports invalid keys and unreachable services, without printing keys or passwords', async () => {
  const secret = 'sk_test_that_does_not_exist'
  const findings = await listWrong({
    STRIPE_SECRET_KEY: secret,
    SUPABASE_SECRET_KEY: 'sb_secret_that_does_not_exist',
    SANITY_API_WRITE_TOKEN: 'unknown-token-of-sanity',
    DATABASE_URL: `postgres://site:hidden@127.0.0.1:${cloud.portBase - 2}/postgres`,
    STRIPE_WEBHOOK_SECRET: undefined,
  })
  for (const finding of [
    'Stripe: Webhook endpoints cannot be read',
    'Stripe: STRIPE_WEBHOOK_SECRET is missing',
    'Supabase: Failed: The secret key can manage accounts',
    'Sanity: The webhook cannot be read',
    'Postgres: The database does not respond',
  ]) {
    expect(findings.join('\n')).toContain(finding)
  }
  expect(findings.join('\n')).not.toMatch(/that_does_not_exist|unknown-token|hidden/)
})

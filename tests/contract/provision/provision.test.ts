import { readFileSync, statSync } from 'node:fs'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createStripe } from '@/lib/membership/stripe'
import { countDocuments } from '../../../scripts/lib/sanityClient.ts'
import { withClient } from '../../../scripts/provision/migrateDatabase.ts'
import { readSettings, type Settings } from '../../../scripts/provision/settings.ts'
import { provision, provisionEnvironment } from '../../../scripts/provision.ts'
import { openNewAccounts } from '../../support/newAccounts.ts'
import { createSettings, listWrongFindings } from './support.ts'

// The tests share the accounts, and run in order: the fourth one provisions them.
const accounts = await openNewAccounts()
const { cloud } = accounts
/** The site's settings, read from the local cloud instead of the environment file. */
const settings = createSettings(cloud)
const stripe = createStripe(String(settings.STRIPE_SECRET_KEY), settings.STRIPE_API_ORIGIN)
/** The lines that a test has printed. */
let output: string[]

beforeEach(() => {
  output = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line))
})
afterAll(() => accounts.close())

/** Provisions the accounts whose keys are in the environment file. */
const provisionFile = (confirms = true) =>
  provisionEnvironment(accounts.vendorOrigins, { file: accounts.environmentFile }, async () => confirms)

/** Provisions the accounts with changed settings, without the file. */
const write = (changes: Partial<Settings> = {}) => provision({ ...settings, ...changes }, () => {})

const listWrong = (changes: Partial<Settings> = {}) => listWrongFindings({ ...settings, ...changes })

/** Records a call from the scheduler. */
const recordSchedulerCall = () =>
  withClient(String(settings.DATABASE_URL), undefined, (client) =>
    client.query(`insert into reconcile_cursors (name, position) values ('events', now())`),
  )

/** Reads the settings of Auth from the management API, or changes them. */
async function requestAuthConfig(changes?: Record<string, unknown>): Promise<Record<string, unknown>> {
  const response = await fetch(`${settings.SUPABASE_API_ORIGIN}/v1/projects/local/config/auth`, {
    method: changes ? 'PATCH' : 'GET',
    headers: {
      authorization: `Bearer ${settings.SUPABASE_ACCESS_TOKEN}`,
      'content-type': 'application/json',
    },
    ...(changes && { body: JSON.stringify(changes) }),
  })
  return z.record(z.string(), z.unknown()).parse(await response.json())
}

/** Sends a request to Auth as a browser, and returns the status. */
async function requestAuth(path: string, body: object): Promise<number> {
  const response = await fetch(`${settings.NEXT_PUBLIC_SUPABASE_URL}/auth/v1/${path}`, {
    method: 'POST',
    headers: {
      apikey: settings.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  return response.status
}

test('creates a file to fill in, which has one default value and which only its owner can read', async () => {
  await expect(provisionFile()).rejects.toThrow(
    /^.*\.env\.production\.local now lists the variables: fill in your accounts' values .* and run this again\.$/,
  )
  const content = readFileSync(accounts.environmentFile, 'utf8')
  expect(content).toMatch(/\n# The public origin of the site\.\nNEXT_PUBLIC_SITE_URL=\n/)
  expect(content.match(/^\w+=.+$/gm)).toEqual(['NEXT_PUBLIC_SANITY_DATASET=production'])
  expect(statSync(accounts.environmentFile).mode & 0o777).toBe(0o600)
})

test('reports an invalid variable, and the file to correct', async () => {
  accounts.fillIn({ NEXT_PUBLIC_SITE_URL: 'example.com/path' })
  await expect(provisionFile(false)).rejects.toThrow(
    /NEXT_PUBLIC_SITE_URL is not valid.*The variables are in .*\.env\.production\.local: correct them there/,
  )
  accounts.fillIn({ DATABASE_URL: 'postgres://postgres:[YOUR-PASSWORD]@example.com/postgres' })
  await expect(provisionFile(false)).rejects.toThrow('still has [YOUR-PASSWORD]')
})

test('the doctor lists what empty accounts lack; declining the plan changes nothing', async () => {
  expect(await listWrong()).toEqual([
    expect.stringContaining('Sanity: The dataset has no content yet'),
    expect.stringContaining('Sanity: http://localhost:'),
    expect.stringContaining('Sanity: No webhook with the name'),
    expect.stringContaining('Sanity: Nothing can be sold: there is no published offer'),
    expect.stringContaining('Supabase: These settings differ from what the site needs: uri_allow_list'),
    expect.stringContaining('Postgres: Not applied yet: 2'),
    expect.stringContaining('Stripe: The portal is not configured'),
    expect.stringContaining('Stripe: No endpoint has the URL'),
  ])
  accounts.fillIn()
  const values = accounts.readEnvironmentFile()
  await provisionFile(false)
  for (const part of ['There is no token with the viewer role.', 'No endpoint has the URL http://localhost:'])
    expect(output.join('\n')).toContain(part)
  expect(output.at(-1)).toMatch(/^Nothing was created\. The variables are in /)
  expect(accounts.readEnvironmentFile()).toEqual(values)
  expect((await stripe.webhookEndpoints.list()).data).toEqual([])
})

test('provisions empty accounts completely, and changes nothing the second time', async () => {
  await provisionFile()
  const printed = output.join('\n')
  expect(statSync(accounts.environmentFile).mode & 0o777).toBe(0o600)
  const values = accounts.readEnvironmentFile()
  expect(values.SANITY_API_READ_TOKEN).toMatch(/^sk.{20,}/)
  expect(values.STRIPE_WEBHOOK_SECRET).toMatch(/^whsec_/)
  expect(new URL(String(values.DATABASE_URL)).username).toBe('site')
  expect(new Set([values.SANITY_WEBHOOK_SECRET, values.CRON_SECRET, values.EMAIL_HASH_SECRET]).size).toBe(3)
  expect(printed).toMatch(
    /\nWrote SANITY_WEBHOOK_SECRET, .*DATABASE_URL, STRIPE_WEBHOOK_SECRET to .*\.env\.production\.local/,
  )
  for (const [name, value] of Object.entries(values)) {
    if (/SECRET|TOKEN|KEY$/.test(name) && value) expect(printed, name).not.toContain(value)
  }
  expect(await listWrongFindings(readSettings({ ...values, ...accounts.vendorOrigins }))).toEqual([
    expect.stringContaining('The scheduler has not run yet'),
  ])
  await recordSchedulerCall()
  expect(await listWrong()).toEqual([])

  const auth = await requestAuthConfig()
  for (const name of ['password_changed', 'email_changed', 'mfa_factor_enrolled', 'mfa_factor_unenrolled']) {
    expect(auth[`mailer_notifications_${name}_enabled`], name).toBe(true)
    expect(auth[`mailer_templates_${name}_notification_content`]).toMatch(
      /Wasn&#39;t you\?.*hello@creatorscircle\.example.*\+1/s,
    )
  }
  expect(auth.mailer_templates_confirmation_content).toContain('>Creator&#39;s Circle<')
  expect(auth.mailer_templates_email_change_content).toContain('open the link. If your account is')
  expect(auth.mailer_templates_email_change_content).toContain('&amp;code={{ .Token }}')
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
    (await stripe.webhookEndpoints.list()).data.length,
    (await stripe.billingPortal.configurations.list()).data.length,
  ]
  const counts = await countStripeObjects()
  output = []
  await provisionFile()
  expect(accounts.readEnvironmentFile()).toEqual(values)
  expect(await countStripeObjects()).toEqual(counts)
})

test('reports the vendor that rejects a key, and the file that contains the key', async () => {
  accounts.fillIn({ STRIPE_SECRET_KEY: 'sk_test_that_does_not_exist' })
  await expect(provisionFile()).rejects.toThrow(/^Stripe: .*The variables are in .*\.env\.production\.local/)
})

test('prints the next step when the write token has the viewer role', async () => {
  accounts.fillIn({ SANITY_API_WRITE_TOKEN: settings.SANITY_API_READ_TOKEN })
  await expect(provisionFile()).rejects.toThrow(
    /^Sanity: Sanity refused .*\/cors: .* SANITY_API_WRITE_TOKEN has to belong to an administrator.* The variables are in /,
  )
})

test('provisioning sets Auth’s mail server; the doctor finds a changed limit or rule', async () => {
  const signUp = (email: string) => requestAuth('signup', { email, password: 'correct horse battery' })
  expect(await signUp('first@example.com')).toBe(200)
  await requestAuthConfig({ smtp_pass: 'a former password' })
  expect(await signUp('second@example.com')).toBe(500)
  await write()
  expect(await signUp('third@example.com')).toBe(200)
  await requestAuthConfig({ rate_limit_email_sent: 30, password_min_length: 6 })
  expect(await listWrong()).toEqual([
    expect.stringMatching(
      /Supabase: These settings differ from what the site needs: .*password_min_length.*rate_limit_email_sent/,
    ),
  ])
  await write()
  expect(await listWrong()).toEqual([])
})

test('enables Auth’s CAPTCHA; the doctor finds a CAPTCHA that only Auth or only the pages have', async () => {
  const turnstileSettings: Partial<Settings> = {
    NEXT_PUBLIC_TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
  }
  const captchaOfPagesOnly = [
    expect.stringContaining('Supabase: The pages have a CAPTCHA that Auth does not require'),
  ]
  expect(await listWrong(turnstileSettings)).toEqual(captchaOfPagesOnly)
  await write(turnstileSettings)
  expect(await listWrong(turnstileSettings)).toEqual(captchaOfPagesOnly)
  const secret = { TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA' }
  expect(await listWrong({ ...turnstileSettings, ...secret })).toContainEqual(
    expect.stringMatching(
      /Supabase: These settings differ from what the site needs: .*security_captcha_enabled/,
    ),
  )
  await write({ ...turnstileSettings, ...secret })
  expect(await listWrong({ ...turnstileSettings, ...secret })).toEqual([])
  expect(await listWrong()).toEqual([
    expect.stringContaining('Supabase: Auth requires a CAPTCHA that the pages do not have'),
  ])
  const requestRecovery = () =>
    requestAuth('recover', {
      email: 'other@example.com',
      gotrue_meta_security: { captcha_token: 'XXXX.DUMMY.TOKEN.XXXX' },
    })
  // Cloudflare's test secret that refuses every token, as an outdated secret does after a rotation.
  const outdatedSecret = { TURNSTILE_SECRET_KEY: '2x0000000000000000000000000000000AA' }
  await write({ ...turnstileSettings, ...outdatedSecret })
  expect(await requestRecovery()).toBe(400)
  await write({ ...turnstileSettings, ...secret })
  expect(await requestRecovery()).toBe(200)
  await requestAuthConfig({ security_captcha_enabled: false })
  expect(await listWrong()).toEqual([])
})

test('a dataset for a restore is created and left empty', async () => {
  const restored = { NEXT_PUBLIC_SANITY_DATASET: 'restored', skipsSeed: true }
  await write(restored)
  expect(await countDocuments({ ...settings, ...restored })).toBe(0)
})

test('the doctor reports a Stripe endpoint whose secret is unknown', async () => {
  await write()
  const findings = await listWrong({ STRIPE_WEBHOOK_SECRET: undefined })
  expect(findings).toEqual([expect.stringMatching(/STRIPE_WEBHOOK_SECRET is missing.*dashboard/)])
})

test('reports a 402 response to a change of Auth’s settings', async () => {
  const realFetch = fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    init?.method === 'PATCH' && url.endsWith('/config/auth')
      ? Promise.resolve(Response.json({}, { status: 402 }))
      : realFetch(url, init),
  )
  await expect(write({ SMTP_PASSWORD: 'changed' })).rejects.toThrow('it responded with 402')
})

test('a Stripe endpoint with missing events is updated, and a missing endpoint is created', async () => {
  const [endpoint] = (await stripe.webhookEndpoints.list()).data
  await stripe.webhookEndpoints.update(String(endpoint?.id), { enabled_events: ['invoice.paid'] })
  expect(await listWrong()).toEqual([
    expect.stringMatching(/Stripe: The endpoint does not receive .*customer\.deleted/),
  ])
  await write()
  expect(await listWrong()).toEqual([])
  await stripe.webhookEndpoints.del(String(endpoint?.id))
  expect(await listWrong()).toEqual([expect.stringContaining('Stripe: No endpoint has the URL')])
  const store = vi.fn<(name: string, value: string) => void>()
  await provision(settings, store)
  expect(store.mock.calls).toEqual([['STRIPE_WEBHOOK_SECRET', expect.stringMatching(/^whsec_\w+/)]])
  expect(await listWrong()).toEqual([])
})

test('the doctor reports a missing or unreachable mail server, and a refused password', async () => {
  expect(await listWrong({ SMTP_PASSWORD: undefined })).toEqual([
    expect.stringMatching(/^Mail: Members get none of the notices.* set all six SMTP_/),
  ])
  expect(await listWrong({ SMTP_PASSWORD: 'mistyped' })).toContainEqual(
    expect.stringMatching(/^Mail: The mail server .* refuses SMTP_USER and SMTP_PASSWORD: .*535/),
  )
  expect(await listWrong({ SMTP_PORT: 1 })).toContainEqual(
    expect.stringMatching(
      /^Mail: Could not check “The mail server .* accepts the account\.”: .*ECONNREFUSED/,
    ),
  )
})

test('the doctor reports invalid keys and unreachable services without printing secrets', async () => {
  const secret = 'sk_test_that_does_not_exist'
  const findings = await listWrong({
    STRIPE_SECRET_KEY: secret,
    SUPABASE_SECRET_KEY: 'sb_secret_that_does_not_exist',
    SANITY_API_WRITE_TOKEN: 'unknown-token-of-sanity',
    DATABASE_URL: `postgres://site:hidden@127.0.0.1:${cloud.portBase - 2}/postgres`,
  })
  for (const finding of [
    'Stripe: Could not check “A webhook endpoint receives every event',
    'Supabase: The key is refused: /admin/users',
    'Sanity: Could not check “A webhook sends every published change',
    'Postgres: Could not check “The database responds',
  ]) {
    expect(findings.join('\n')).toContain(finding)
  }
  expect(findings.join('\n')).not.toMatch(/that_does_not_exist|unknown-token|hidden/)
})

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { buyer, submit } from 'local-cloud/testing/stripeAccount'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createStripe } from '@/lib/membership/stripe'
import { examine } from '../../scripts/doctor.ts'
import { readSettings } from '../../scripts/lib/settings.ts'
import { main } from '../../scripts/provision.ts'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 300_000 })

const folder = mkdtempSync(join(tmpdir(), 'live-'))
const file = join(folder, '.env.production.local')
let cloud: RunningCloud
let site: string
/** Where the vendors are, which a person with hosted accounts has nothing to say about. */
let places: Record<string, string>
/** What a person answers, by a part of the question. */
let answers: [string, string][]
let asked: string[]
let said: string[]

const ask = async (question: string) => {
  asked.push(question)
  const [, answer = ''] = answers.find(([part]) => question.includes(part)) ?? []
  return answer
}
const provisionWith = (...args: string[]) => main(places, ['--file', file, ...args], ask)
const written = () => parseEnv(readFileSync(file, 'utf8'))
const settings = () => readSettings({ ...written(), ...places })

beforeAll(async () => {
  cloud = await startLocalCloud()
  const { env, portBase } = cloud
  site = `http://localhost:${portBase - 1}`
  places = {
    NEXT_PUBLIC_SANITY_API_HOST: env.NEXT_PUBLIC_SANITY_API_HOST,
    SANITY_STREAM_ORIGINS: env.SANITY_STREAM_ORIGINS,
    SUPABASE_API_ORIGIN: env.SUPABASE_API_ORIGIN,
    STRIPE_API_ORIGIN: env.STRIPE_API_ORIGIN,
    NEXT_PUBLIC_EMAILJS_ORIGIN: env.NEXT_PUBLIC_EMAILJS_ORIGIN,
  }
  answers = [
    ['The address of the site', site],
    ['the id of the project', 'local'],
    ['role of an administrator', env.SANITY_API_WRITE_TOKEN],
    ['Supabase: the address', env.NEXT_PUBLIC_SUPABASE_URL],
    ['the publishable key', env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY],
    ['Supabase: the secret key', env.SUPABASE_SECRET_KEY],
    ['an access token', env.SUPABASE_ACCESS_TOKEN],
    ['the address of the owner', env.DATABASE_URL],
    ['where the site connects', env.DATABASE_URL],
    ['Stripe:', env.STRIPE_SECRET_KEY],
    ['contact form: the public key', env.NEXT_PUBLIC_EMAILJS_PUBLIC_KEY],
    ['contact form: the service', env.NEXT_PUBLIC_EMAILJS_SERVICE_ID],
    ['contact form: the template', env.NEXT_PUBLIC_EMAILJS_TEMPLATE_ID],
    ['Go ahead?', 'yes'],
  ]
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line))
})
afterAll(async () => {
  vi.restoreAllMocks()
  await cloud.remove()
  rmSync(folder, { recursive: true, force: true })
})

const begin = () => {
  asked = []
  said = []
}

test('a dry run asks, says what would be made, and makes and writes nothing', async () => {
  begin()
  expect(await provisionWith('--dry-run')).toBe(0)
  const text = said.join('\n')
  for (const part of [
    'Would make the token “Site (server), production, 2',
    'Would import the seed.',
    `Would let the Studio at ${site} sign in.`,
    `Would register the webhook to ${site}.`,
    'Would set in Auth: ',
    'Would apply 2',
    `Would make a webhook endpoint for ${site}/api/stripe/webhook.`,
  ]) {
    expect(text).toContain(part)
  }
  expect(existsSync(file)).toBe(false)
  const stripe = createStripe(cloud.env.STRIPE_SECRET_KEY, cloud.env.STRIPE_API_ORIGIN)
  expect((await stripe.products.list()).data).toEqual([])
  expect((await stripe.webhookEndpoints.list()).data).toEqual([])
})

test('an answer that cannot be right is asked for again', async () => {
  begin()
  const right = answers
  let first = true
  answers = [['The address of the site', 'example.com/path'], ...right]
  const askTwice = async (question: string) => {
    const answer = await ask(question)
    if (question.startsWith('The address of the site') && !first) return site
    first = false
    return answer
  }
  expect(await main(places, ['--file', file, '--dry-run'], askTwice)).toBe(0)
  answers = right
  expect(said.join('\n')).toContain('NEXT_PUBLIC_SITE_URL is not valid')
  expect(asked.filter((question) => question.startsWith('The address of the site'))).toHaveLength(2)
})

test('what a vendor refuses is told with its name and where the answers are, and a no makes nothing', async () => {
  begin()
  const failed: string[] = []
  const errors = vi.spyOn(console, 'error').mockImplementation((line: string) => void failed.push(line))
  const other = join(folder, '.env.other.local')
  const right = answers
  answers = [['Stripe:', 'sk_test_that_is_nobodys_at_all'], ...right]
  expect(await main(places, ['--file', other], ask)).toBe(1)
  expect(failed.join('\n')).toMatch(/^Stripe: .*The answers are in .*\.env\.other\.local/)
  answers = [['Go ahead?', 'no'], ...right]
  writeFileSync(other, readFileSync(other, 'utf8').replace(/^STRIPE_SECRET_KEY=.*\n/m, ''))
  expect(await main(places, ['--file', other], ask)).toBe(1)
  expect(said.at(-1)).toMatch(/^Nothing was made\. The answers are in /)
  answers = right
  errors.mockRestore()
})

test('from nothing, one question at a time, to a site that the doctor finds nothing wrong with', async () => {
  begin()
  expect(await provisionWith()).toBe(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const values = written()
  expect(values.SANITY_API_READ_TOKEN).toMatch(/^sk.{20,}/)
  expect(values.SANITY_API_READ_TOKEN).not.toBe(values.SANITY_API_BROWSER_TOKEN)
  expect(values.STRIPE_WEBHOOK_SECRET).toMatch(/^whsec_/)
  expect(new URL(String(values.DATABASE_URL)).username).toBe('site')
  expect(new Set([values.SANITY_WEBHOOK_SECRET, values.CRON_SECRET, values.ADDRESS_HASH_SECRET]).size).toBe(3)
  // What was done is told without secrets.
  for (const [name, value] of Object.entries(values)) {
    if (/SECRET|TOKEN|KEY$/.test(name) && value) expect(said.join('\n'), name).not.toContain(value)
  }
  const wrong = (await examine(settings())).filter(({ state }) => state === 'wrong').map(({ text }) => text)
  expect(wrong).toEqual([
    // The local database has one user, whoever signs in; tests/servers has a real one.
    expect.stringContaining('The site signs in as postgres'),
    expect.stringContaining('The scheduler has never called'),
    expect.stringContaining('No notices are sent to members'),
  ])

  begin()
  expect(await provisionWith()).toBe(0)
  expect(asked).toEqual([expect.stringContaining('Go ahead?')])
  expect(written()).toEqual(values)
  expect(said.join('\n')).toContain('Auth has the settings of the site.')
})

const mailsSchema = z.object({ mails: z.array(z.object({ subject: z.string(), html: z.string() })) })

test('somebody signs up there, buys a membership, and has it', async () => {
  for (const [name, value] of Object.entries({ ...written(), ...places })) vi.stubEnv(name, value)
  const { billing: open } = await import('@/lib/membership/context')
  const { createCheckout } = await import('@/lib/membership/checkout')
  const { checkSubscription } = await import('@/lib/membership/checkSubscription')
  const { receiveWebhook } = await import('@/lib/membership/webhook')
  const env = settings()
  const auth = createClient(env.NEXT_PUBLIC_SUPABASE_URL, env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY, {
    auth: { persistSession: false },
  }).auth
  const email = 'ada@example.com'
  const short = await auth.signUp({ email, password: 'short77' })
  expect(short.error?.code).toBe('weak_password')
  const signedUp = await auth.signUp({ email, password: 'a-long-enough-password' })
  expect(signedUp.error).toBeNull()

  const inbox = await fetch(`${cloud.origin}/_control/mails?to=${email}`, {
    headers: { Authorization: `Bearer ${cloud.env.LOCAL_CONTROL_TOKEN}` },
  })
  const [mail] = mailsSchema.parse(await inbox.json()).mails
  expect(mail?.subject).toBe('Confirm your e-mail address')
  const link = /href="([^"]+)"/.exec(mail?.html ?? '')?.[1] ?? ''
  expect(link).toMatch(new RegExp(`^${site}/auth/confirm\\?token_hash=\\w+&type=signup&next=`))
  const token = new URL(link).searchParams.get('token_hash') ?? ''
  const { data } = await auth.verifyOtp({ token_hash: token, type: 'signup' })
  const user = { id: String(data.user?.id), email }

  const billing = await open()
  // The site, as far as Stripe calls it, with the secret that provisioning has written.
  const taking = new Set<Promise<void>>()
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const header = String(request.headers['stripe-signature'])
    await receiveWebhook(billing, Buffer.concat(chunks).toString(), header, String(env.STRIPE_WEBHOOK_SECRET))
    response.end('{}')
  }
  const hooks = createServer((request, response) => void taking.add(take(request, response)))
  await new Promise<void>((resolve) => hooks.listen(cloud.portBase - 1, 'localhost', resolve))
  try {
    const { version } = await billing.offer()
    const wanted = { offerVersion: version, acceptsRegular: false }
    const { url } = await createCheckout(billing, { user }, wanted)
    expect((await submit(String(url), { ...buyer, terms: 'yes' })).status).toBe(303)
    const isMember = async () => (await checkSubscription(billing, user, { live: false })).subscribed
    await expect.poll(isMember, { timeout: 30_000 }).toBe(true)
  } finally {
    hooks.close()
    await Promise.all(taking)
    hooks.closeAllConnections()
    await billing.database.close()
  }
})

import { readFileSync, statSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createStripe } from '@/lib/membership/stripe'
import { requestManagementApi } from '../../../scripts/provision/sanityManagement.ts'
import { readSettings } from '../../../scripts/provision/settings.ts'
import { provisionEnvironment } from '../../../scripts/provision.ts'
import { type NewAccounts, openNewAccounts } from '../../support/newAccounts.ts'
import { listWrongFindings } from './support.ts'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 300_000 })

let accounts: NewAccounts
let output: string[]

const provisionWith = (isDry = false, confirms = true) =>
  provisionEnvironment(
    accounts.vendorOrigins,
    { file: accounts.environmentFile, isDry },
    async () => confirms,
  )

beforeAll(async () => {
  accounts = await openNewAccounts()
  vi.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line))
})
beforeEach(() => {
  output = []
})
afterAll(async () => {
  vi.restoreAllMocks()
  await accounts.close()
})

test('creates a file to fill in, without values, which only its owner can read', async () => {
  await expect(provisionWith()).rejects.toThrow(
    /^.*\.env\.production\.local now lists the variables: fill in those of your accounts .* and run this again\.$/,
  )
  const text = readFileSync(accounts.environmentFile, 'utf8')
  expect(text).toMatch(/\n# The public origin of the site\.\nNEXT_PUBLIC_SITE_URL=\n/)
  expect(text.match(/^\w+=.+$/gm)).toEqual(['NEXT_PUBLIC_SANITY_DATASET=production'])
  expect(statSync(accounts.environmentFile).mode & 0o777).toBe(0o600)
})

test('reports the invalid variable and the file', async () => {
  accounts.fillIn({ NEXT_PUBLIC_SITE_URL: 'example.com/path' })
  await expect(provisionWith(true)).rejects.toThrow(
    /NEXT_PUBLIC_SITE_URL is not valid.*The variables are in .*\.env\.production\.local: correct them there/,
  )
  accounts.fillIn({ DATABASE_URL: 'postgres://postgres:[YOUR-PASSWORD]@example.com/postgres' })
  await expect(provisionWith(true)).rejects.toThrow('has [YOUR-PASSWORD] in place of the password')
})

test('a dry run prints its plan, changes no variable and creates nothing; neither does a refused plan', async () => {
  accounts.fillIn()
  const values = accounts.readEnvironmentFile()
  await provisionWith(true)
  const text = output.join('\n')
  for (const part of [
    'Would create a Sanity token with the viewer role.',
    'Would import the seed.',
    `Would let the Studio at ${accounts.site} sign in.`,
    `Would register the webhook to ${accounts.site}.`,
    'Would set in Auth what differs',
    'Would apply the migrations. Not applied yet: 2',
    `Would create a webhook endpoint for ${accounts.site}/api/stripe/webhook`,
  ])
    expect(text).toContain(part)
  await provisionWith(false, false)
  expect(output.at(-1)).toMatch(/^Nothing was created\. The variables are in /)
  expect(accounts.readEnvironmentFile()).toEqual(values)
  const { env } = accounts.cloud
  const stripe = createStripe(env.STRIPE_SECRET_KEY, env.STRIPE_API_ORIGIN)
  expect((await stripe.products.list()).data).toEqual([])
  expect((await stripe.webhookEndpoints.list()).data).toEqual([])
})

test('reports the vendor that rejects a key, and the file', async () => {
  accounts.fillIn({ STRIPE_SECRET_KEY: 'sk_test_that_does_not_exist' })
  await expect(provisionWith()).rejects.toThrow(/^Stripe: .*The variables are in .*\.env\.production\.local/)
})

test('prints the next step for a private dataset and for a viewer’s token', async () => {
  const { env } = accounts.cloud
  const administrator = { ...env, NEXT_PUBLIC_SANITY_DATASET: 'production' }
  const project = `/projects/${env.NEXT_PUBLIC_SANITY_PROJECT_ID}`
  const setAcl = (aclMode: string) =>
    requestManagementApi(administrator, 'PATCH', `${project}/datasets/production`, { aclMode })
  const nextStep = 'The variables are in .*: correct them there, and run this again'

  // The operator enters a viewer's token in place of the administrator's.
  accounts.fillIn({ SANITY_API_WRITE_TOKEN: env.SANITY_API_READ_TOKEN })
  await setAcl('private')
  await expect(provisionWith()).rejects.toThrow(
    new RegExp(`^Sanity: The dataset "production" is not public, .*public\\. ${nextStep}`),
  )
  await setAcl('public')
  await expect(provisionWith()).rejects.toThrow(
    new RegExp(
      `^Sanity: .*/cors responded with 403: .* SANITY_API_WRITE_TOKEN has to be an administrator's.* ${nextStep}`,
    ),
  )
  // The next test replaces this entry.
  await requestManagementApi(administrator, 'POST', `${project}/cors`, {
    origin: accounts.site,
    allowCredentials: false,
  })
})

test('provisions empty accounts; the doctor then reports only the database user and the scheduler; a second run changes no variable', async () => {
  accounts.fillIn()
  await provisionWith()
  expect(output.join('\n')).toContain(`Lets the Studio at ${accounts.site} sign in.`)
  expect(statSync(accounts.environmentFile).mode & 0o777).toBe(0o600)
  const values = accounts.readEnvironmentFile()
  expect(values.SANITY_API_READ_TOKEN).toMatch(/^sk.{20,}/)
  expect(values.STRIPE_WEBHOOK_SECRET).toMatch(/^whsec_/)
  expect(new URL(String(values.DATABASE_URL)).username).toBe('site')
  expect(new Set([values.SANITY_WEBHOOK_SECRET, values.CRON_SECRET, values.EMAIL_HASH_SECRET]).size).toBe(3)
  // The output contains no secrets.
  for (const [name, value] of Object.entries(values)) {
    if (/SECRET|TOKEN|KEY$/.test(name) && value) expect(output.join('\n'), name).not.toContain(value)
  }
  expect(await listWrongFindings(readSettings({ ...values, ...accounts.vendorOrigins }))).toEqual([
    // The local database signs in every user as `postgres`; tests/servers uses a real PostgreSQL.
    expect.stringContaining('The site signs in as postgres'),
    expect.stringContaining('The scheduler has not called yet'),
  ])

  await provisionWith()
  expect(accounts.readEnvironmentFile()).toEqual(values)
  expect(output.join('\n')).toContain('Auth has the settings and emails of the site.')
})

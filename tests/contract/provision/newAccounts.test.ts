import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createStripe } from '@/lib/membership/stripe'
import { checkAllVendors } from '../../../scripts/doctor.ts'
import { readSettings } from '../../../scripts/provision/settings.ts'
import { main } from '../../../scripts/provision.ts'
import { type NewAccounts, openNewAccounts, respondTo } from '../../support/newAccounts.ts'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 300_000 })

let accounts: NewAccounts
let responses: NewAccounts['inputs']
let prompts: string[]
let output: string[]

const prompt = async (question: string) => {
  prompts.push(question)
  return respondTo(question, responses)
}
const provisionWith = (...args: string[]) =>
  main(accounts.vendorOrigins, ['--file', accounts.environmentFile, ...args], prompt)

beforeAll(async () => {
  accounts = await openNewAccounts()
  responses = accounts.inputs
  vi.spyOn(console, 'log').mockImplementation((line: string) => void output.push(line))
})
afterAll(async () => {
  vi.restoreAllMocks()
  await accounts.close()
})

const clearRecords = () => {
  prompts = []
  output = []
}

test('a dry run prompts and prints its plan, but creates no file and nothing at Stripe', async () => {
  clearRecords()
  expect(await provisionWith('--dry-run')).toBe(0)
  const text = output.join('\n')
  for (const part of [
    'Would create the token “Site (server), production, 2',
    'Would import the seed.',
    `Would let the Studio at ${accounts.site} sign in.`,
    `Would register the webhook to ${accounts.site}.`,
    'Would set in Auth: ',
    'Would apply 2',
    `Would create a webhook endpoint for ${accounts.site}/api/stripe/webhook.`,
  ]) {
    expect(text).toContain(part)
  }
  expect(existsSync(accounts.environmentFile)).toBe(false)
  const { env } = accounts.cloud
  const stripe = createStripe(env.STRIPE_SECRET_KEY, env.STRIPE_API_ORIGIN)
  expect((await stripe.products.list()).data).toEqual([])
  expect((await stripe.webhookEndpoints.list()).data).toEqual([])
})

test('an invalid input is prompted for again', async () => {
  clearRecords()
  const originalResponses = responses
  let isFirst = true
  responses = [['The URL of the site', 'example.com/path'], ...originalResponses]
  const promptWithCorrectedUrl = async (question: string) => {
    const response = await prompt(question)
    if (question.startsWith('The URL of the site') && !isFirst) return accounts.site
    isFirst = false
    return response
  }
  expect(
    await main(
      accounts.vendorOrigins,
      ['--file', accounts.environmentFile, '--dry-run'],
      promptWithCorrectedUrl,
    ),
  ).toBe(0)
  responses = originalResponses
  expect(output.join('\n')).toContain('NEXT_PUBLIC_SITE_URL is not valid')
  expect(prompts.filter((question) => question.startsWith('The URL of the site'))).toHaveLength(2)
})

test('prints the vendor and the environment file when a vendor rejects a key; creates nothing when the operator declines', async () => {
  clearRecords()
  const errorLines: string[] = []
  const errorLog = vi.spyOn(console, 'error').mockImplementation((line: string) => void errorLines.push(line))
  const otherFile = join(accounts.folder, '.env.other.local')
  const originalResponses = responses
  responses = [['Stripe:', 'sk_test_that_does_not_exist'], ...originalResponses]
  expect(await main(accounts.vendorOrigins, ['--file', otherFile], prompt)).toBe(1)
  expect(errorLines.join('\n')).toMatch(/^Stripe: .*The inputs are in .*\.env\.other\.local/)
  responses = [['Go ahead?', 'no'], ...originalResponses]
  writeFileSync(otherFile, readFileSync(otherFile, 'utf8').replace(/^STRIPE_SECRET_KEY=.*\n/m, ''))
  expect(await main(accounts.vendorOrigins, ['--file', otherFile], prompt)).toBe(1)
  expect(output.at(-1)).toMatch(/^Nothing was created\. The inputs are in /)
  responses = originalResponses
  errorLog.mockRestore()
})

test('provisions empty accounts; the doctor then reports only the database user and the scheduler; a second run changes no variable', async () => {
  clearRecords()
  expect(await provisionWith()).toBe(0)
  expect(statSync(accounts.environmentFile).mode & 0o777).toBe(0o600)
  const values = accounts.readEnvironmentFile()
  expect(values.SANITY_API_READ_TOKEN).toMatch(/^sk.{20,}/)
  expect(Object.keys(values)).not.toContain('SANITY_API_BROWSER_TOKEN')
  expect(values.STRIPE_WEBHOOK_SECRET).toMatch(/^whsec_/)
  expect(new URL(String(values.DATABASE_URL)).username).toBe('site')
  expect(new Set([values.SANITY_WEBHOOK_SECRET, values.CRON_SECRET, values.EMAIL_HASH_SECRET]).size).toBe(3)
  // The output contains no secrets.
  for (const [name, value] of Object.entries(values)) {
    if (/SECRET|TOKEN|KEY$/.test(name) && value) expect(output.join('\n'), name).not.toContain(value)
  }
  const wrongFindings = (await checkAllVendors(readSettings({ ...values, ...accounts.vendorOrigins })))
    .filter(({ state }) => state === 'wrong')
    .map(({ text }) => text)
  expect(wrongFindings).toEqual([
    // The local database signs in every user as `postgres`; tests/servers uses a real PostgreSQL.
    expect.stringContaining('The site signs in as postgres'),
    expect.stringContaining('The scheduler has never called'),
  ])

  clearRecords()
  expect(await provisionWith()).toBe(0)
  expect(prompts).toEqual([expect.stringContaining('Go ahead?')])
  expect(accounts.readEnvironmentFile()).toEqual(values)
  expect(output.join('\n')).toContain('Auth has the settings of the site.')
})

import { globSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { getBilling, getBillingIfConfigured } from '@/lib/membership/context'
import { isLiveKey, requireMode } from '@/lib/membership/mode'
import { dumpTables, SITE, setUpSite } from './support.ts'

const site = await setUpSite()

vi.mock('@/lib/env', () => ({
  environment: () => ({
    DATABASE_URL: site.databaseUrl,
    EMAIL_HASH_SECRET: 'h'.repeat(32),
    NEXT_PUBLIC_SITE_URL: SITE,
    // No request is sent to Stripe.
    STRIPE_API_ORIGIN: 'http://127.0.0.1:9',
    STRIPE_SECRET_KEY: 'sk_live_of_another_account',
  }),
}))
vi.mock('@/lib/content/reading/client', () => ({ client: {} }))

test.each([
  ['sk_live_abc', true],
  ['rk_live_abc', true],
  ['sk_test_abc', false],
  ['rk_test_sk_live_', false],
])('isLiveKey(%s) is %s', (key, isLive) => expect(isLiveKey(key)).toBe(isLive))

test('a live key is refused for a database with test data, and changes nothing', async () => {
  await site.createMember()
  // The first key stores the mode.
  await requireMode(site.billing.database, { livemode: false })
  const tablesBefore = await dumpTables(site)
  const refusal = { status: 503, code: 'billing_unavailable' }
  for (const open of [getBilling, getBilling, getBillingIfConfigured])
    await expect(open()).rejects.toMatchObject(refusal)
  expect(await dumpTables(site)).toEqual(tablesBefore)
})

test('only the billing context, which checks the mode, creates Stripe and database clients', () => {
  const openingFiles = globSync('{app,components,lib}/**/*.{ts,tsx}').filter(
    (file) =>
      !/\.test\.|^lib\/(?:database\/database|membership\/stripe)\.ts$/.test(file) &&
      /\b(?:openDatabase|createStripe)\b/.test(readFileSync(file, 'utf8')),
  )
  expect(openingFiles).toEqual(['lib/membership/context.ts'])
})

import { type StripeAccount, startStripeAccount } from 'local-cloud/testing/stripeAccount'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Findings } from '../../scripts/lib/findings.ts'
import { checkPermissions } from '../../scripts/vendors/stripePermissions.ts'
import { sitePermissions } from './subscription/support.ts'

let account: StripeAccount
beforeAll(async () => {
  account = await startStripeAccount()
})
afterAll(() => account.close())

const needed: Readonly<Record<string, 'read' | 'write'>> = { ...sitePermissions, webhook_endpoints: 'write' }

/** The doctor's findings about a restricted key's permissions. */
async function permissionFindings(
  permissions: Parameters<StripeAccount['createRestrictedKey']>[0],
): Promise<string[]> {
  const findings = new Findings('Stripe')
  await checkPermissions(findings, account.createClient(account.createRestrictedKey(permissions)))
  return findings.list.map(({ state, text }) => `${state}: ${text}`)
}

const objects = () => account.billing.store.prepare('select count(*) as count from objects').get()?.count

test('the documented permissions of a restricted key are enough', async () => {
  const before = objects()
  expect(await permissionFindings(needed)).toEqual([
    'right: The key has every permission that the site needs.',
  ])
  expect(objects()).toBe(before)
})

test.each(Object.keys(needed))('the doctor names a missing permission for %s', async (resource) => {
  const { [resource]: _, ...others } = needed
  expect((await permissionFindings(others))[0]).toMatch(/^wrong: The key lacks permissions: /)
})

import { type StripeAccount, startStripeAccount } from 'local-cloud/testing/stripeAccount'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Findings } from '../../scripts/provision/findings.ts'
import { checkPermissions } from '../../scripts/provision/stripePermissions.ts'
import { sitePermissions } from './subscription/support.ts'

let account: StripeAccount
beforeAll(async () => {
  account = await startStripeAccount()
})
afterAll(() => account.close())

const requiredPermissions: Readonly<Record<string, 'read' | 'write'>> = {
  ...sitePermissions,
  webhook_endpoints: 'write',
}

/** Lists the doctor's findings about a restricted key's permissions, as `state: text`. */
async function listPermissionFindings(
  permissions: Parameters<StripeAccount['createRestrictedKey']>[0],
): Promise<string[]> {
  const findings = new Findings('Stripe')
  await checkPermissions(findings, account.createClient(account.createRestrictedKey(permissions)))
  return findings.list.map(({ state, text }) => `${state}: ${text}`)
}

const countObjects = () => account.billing.store.prepare('select count(*) as count from objects').get()?.count

test('the doctor accepts a restricted key with the documented permissions, and creates nothing at Stripe', async () => {
  const objectCount = countObjects()
  expect(await listPermissionFindings(requiredPermissions)).toEqual([
    'right: The key has every permission that the site needs.',
  ])
  expect(countObjects()).toBe(objectCount)
})

test.each(Object.keys(requiredPermissions))(
  'the doctor reports a missing permission for %s',
  async (resource) => {
    const { [resource]: _, ...otherPermissions } = requiredPermissions
    expect((await listPermissionFindings(otherPermissions))[0]).toMatch(/^wrong: The key lacks permissions: /)
  },
)

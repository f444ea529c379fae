import { type StripeAccount, startStripeAccount } from 'local-cloud/testing/stripeAccount'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkPermissions } from '../../scripts/provision/stripe.ts'
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

/** Returns the doctor's finding about a restricted key's permissions, as `state: text`. */
async function findMissingPermissions(
  permissions: Parameters<StripeAccount['createRestrictedKey']>[0],
): Promise<string> {
  const { state, text } = await checkPermissions(
    account.createClient(account.createRestrictedKey(permissions)),
  )
  return `${state}: ${text}`
}

const countObjects = () => account.billing.store.prepare('select count(*) as count from objects').get()?.count

test('the doctor accepts a restricted key with the documented permissions, and creates nothing at Stripe', async () => {
  const objectCount = countObjects()
  expect(await findMissingPermissions(requiredPermissions)).toBe(
    'right: The key has every permission that the site needs.',
  )
  expect(countObjects()).toBe(objectCount)
})

test.each(Object.keys(requiredPermissions))(
  'the doctor reports a missing permission for %s',
  async (resource) => {
    const { [resource]: _, ...otherPermissions } = requiredPermissions
    expect(await findMissingPermissions(otherPermissions)).toMatch(/^wrong: The key lacks permissions: /)
  },
)

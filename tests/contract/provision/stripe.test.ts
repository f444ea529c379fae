import { type StripeAccount, startStripeAccount } from 'local-cloud/testing/stripeAccount'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readTable } from '../../../scripts/provision/findings.ts'
import { createEndpointSetting, createPermissionSetting } from '../../../scripts/provision/stripe.ts'
import { sitePermissions } from '../sitePermissions.ts'

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
  const client = account.createClient(account.createRestrictedKey(permissions))
  const [reading] = await readTable([createPermissionSetting(client)])
  return `${reading?.state}: ${reading?.text}`
}

const countObjects = () => account.billing.store.prepare('select count(*) as count from objects').get()?.count

test('the doctor accepts the documented restricted key, and creates nothing in Stripe', async () => {
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

test('an endpoint with a different API version is replaced, and its new secret is stored', async () => {
  const stripe = account.createClient()
  const url = 'http://localhost:3999/api/stripe/webhook'
  const store = vi.fn<(name: string, value: string) => void>()
  const setting = createEndpointSetting(stripe, url, 'whsec_of_the_endpoint')
  const created = await stripe.webhookEndpoints.create({ url: `${url}?bypass=secret`, enabled_events: ['*'] })
  expect(await setting.check()).toBeUndefined()
  const { secret: _, ...endpoint } = created
  account.billing.store.put({ ...endpoint, api_version: '2025-09-30.clover' })
  expect(await setting.check()).toMatch(/API version is 2025-09-30.clover: the endpoint will be replaced/)
  await setting.write?.(store)
  expect(await setting.check()).toBeUndefined()
  expect(store.mock.calls).toEqual([['STRIPE_WEBHOOK_SECRET', expect.stringMatching(/^whsec_/)]])
  expect((await stripe.webhookEndpoints.list()).data).toMatchObject([
    { url: created.url, api_version: Stripe.API_VERSION },
  ])
})

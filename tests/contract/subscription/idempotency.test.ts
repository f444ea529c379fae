import Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import { type Site, setUpSite } from './support.ts'

let site: Site
setUpSite((started) => {
  site = started
})

/** Starts a checkout twice, with an error when the customer is first created. Returns the idempotency keys. */
async function getKeysAfter(error: Error): Promise<unknown[]> {
  const { customers } = site.billing.stripe
  const create = vi.spyOn(customers, 'create').mockRejectedValueOnce(error)
  const user = site.createUser()
  await expect(site.checkout({ user })).rejects.toThrow(error.message)
  await site.checkout({ user })
  const keys = create.mock.calls.map(([, options]) => options?.idempotencyKey)
  create.mockRestore()
  return keys
}

test('after an error that Stripe repeats for a day, the next request has another key', async () => {
  const error = new Stripe.errors.StripeAPIError({ message: 'unlucky', type: 'api_error', statusCode: 500 })
  const [firstKey, secondKey] = await getKeysAfter(error)
  expect(firstKey).toBeTypeOf('string')
  expect(secondKey).not.toBe(firstKey)
})

test.each([409, 429])(
  'after a refusal before the request was carried out (%i), the next request reuses the key',
  async (statusCode) => {
    const error = new Stripe.errors.StripeAPIError({ message: 'busy', type: 'api_error', statusCode })
    const [firstKey, secondKey] = await getKeysAfter(error)
    expect(secondKey).toBe(firstKey)
  },
)

test('after a lost response, the next request reuses the key, so that nothing is created twice', async () => {
  const [firstKey, secondKey] = await getKeysAfter(
    new Stripe.errors.StripeConnectionError({ message: 'hung up' }),
  )
  expect(firstKey).toBeTypeOf('string')
  expect(secondKey).toBe(firstKey)
})

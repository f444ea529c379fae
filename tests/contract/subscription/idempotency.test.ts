import Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import { type Site, setUpSite } from './support.ts'

let site: Site
setUpSite((started) => {
  site = started
})

/** Creates a member's customer, whose first request fails. Returns the idempotency keys. */
async function keysAfter(error: Error): Promise<unknown[]> {
  const { customers } = site.billing.stripe
  const create = vi.spyOn(customers, 'create').mockRejectedValueOnce(error)
  const member = site.createUser()
  await expect(site.checkout({ user: member })).rejects.toThrow(error.message)
  await site.checkout({ user: member })
  const keys = create.mock.calls.map(([, options]) => options?.idempotencyKey)
  create.mockRestore()
  return keys
}

test('an error of Stripe is not repeated for a day: the next request has another key', async () => {
  const error = new Stripe.errors.StripeAPIError({ message: 'unlucky', type: 'api_error', statusCode: 500 })
  const [first, second] = await keysAfter(error)
  expect(first).toBeTypeOf('string')
  expect(second).not.toBe(first)
})

test.each([409, 429])(
  'a refusal before the request was carried out (%i) reuses the key',
  async (statusCode) => {
    const error = new Stripe.errors.StripeAPIError({ message: 'busy', type: 'api_error', statusCode })
    const [first, second] = await keysAfter(error)
    expect(second).toBe(first)
  },
)

test('a request whose response was lost reuses its key, so that nothing is created twice', async () => {
  const [first, second] = await keysAfter(new Stripe.errors.StripeConnectionError({ message: 'hung up' }))
  expect(first).toBeTypeOf('string')
  expect(second).toBe(first)
})

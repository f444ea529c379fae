import { describe, expect, test } from 'vitest'
import { getCheckoutStatus } from '@/lib/membership/checkout/checkoutStatus'
import { openPortal } from '@/lib/membership/portal'
import { expectRefusal, setUpSite } from './support.ts'

const site = await setUpSite()

describe('rate limits', () => {
  const email = 'limits@example.com'
  test('shared by all guests count created checkouts, but not failed ones', async () => {
    const readCounts = async () =>
      (
        await site.sql<{ count: number }>(`select count from rate_limits where key like 'checkout-guests:%'`)
      ).map(({ count }) => count)
    await site.sql('delete from rate_limits')
    for (const network of ['a', 'b'])
      await expectRefusal(site.checkout({ network, email }, { offerVersion: 'another' }), '409 offer_changed')
    expect(await readCounts()).toEqual([])
    site.account.faults.set({ vendor: 'stripe', status: 500 })
    await expect(site.checkout({ network: 'c', email })).rejects.toThrow()
    site.account.faults.clear()
    expect((await readCounts()).every((count) => count === 0)).toBe(true)
    await site.checkout({ network: 'd', email })
    expect(await readCounts()).toContain(1)
  })

  test('hold across instances', async () => {
    const instances = [site.billing, site.otherInstance()]
    const checkouts = Array.from({ length: 12 }, (_, index) =>
      site.checkout({ network: 'eager', email }, {}, instances[index % 2]).then(
        () => 'sold',
        (error: unknown) => (error instanceof Error ? error.message : ''),
      ),
    )
    const results = await Promise.all(checkouts)
    expect(results.filter((result) => result === 'sold')).toHaveLength(10)
    expect(results.filter((result) => result === 'too_many_requests')).toHaveLength(2)
  })

  test('apply per user to the portal, the checkout status and the checkout', async () => {
    const member = await site.createMember()
    const otherInstance = site.otherInstance()
    await site.fillRateLimit('portal', member.id, 29)
    await expect(openPortal(site.billing, member)).resolves.toMatch(/\/p\/session\//)
    await expectRefusal(openPortal(otherInstance, member), '429 too_many_requests')
    const { sessionId } = await site.checkout({ network: 'asking', email })
    const readStatusAs = (userId?: string) => getCheckoutStatus(site.billing, sessionId, 'a network', userId)
    await site.fillRateLimit('checkout-status', member.id, 119)
    await expect(readStatusAs(member.id)).resolves.toMatchObject({ state: 'open' })
    await expect(readStatusAs(member.id)).rejects.toMatchObject({ code: 'too_many_requests' })
    await expect(readStatusAs()).resolves.toMatchObject({ state: 'open' })
    await site.fillRateLimit('checkout-user', member.id, 19)
    await expect(site.checkout({ user: member })).rejects.toMatchObject({ code: 'already_subscribed' })
    await expect(site.checkout({ user: member })).rejects.toMatchObject({ code: 'too_many_requests' })
  })
})

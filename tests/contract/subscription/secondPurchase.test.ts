import { describe, expect, test } from 'vitest'
import { openPortal } from '@/lib/membership/portal'
import { reconcile } from '@/lib/membership/reconcile'
import { settleCustomer } from '@/lib/membership/settle'
import { expectRefusal, failRenewal, listAlerts, type Member, setUpSite } from './support.ts'

const site = await setUpSite()

describe('a second purchase', () => {
  test('is refused to members, before and after the webhook', async () => {
    const member = site.createUser()
    const { sessionId } = await site.checkout({ user: member })
    await site.pay(sessionId)
    await expectRefusal(site.checkout({ user: member }), '409 already_subscribed')
    await site.deliverAll()
    await expectRefusal(site.checkout({ user: member }), '409 already_subscribed')
  })

  test('is impossible from two tabs at once, even on two instances: both tabs get the same checkout', async () => {
    const user = site.createUser()
    const [firstCheckout, secondCheckout] = await Promise.all([
      site.checkout({ user }),
      site.checkout({ user }, {}, site.otherInstance()),
    ])
    expect(firstCheckout.sessionId).toBe(secondCheckout.sessionId)
    const customers = await site.stripe.customers.list({ email: user.email })
    expect(customers.data).toHaveLength(1)
  })

  test.each<[string, string, (membership: Member) => Promise<unknown>]>([
    [
      'whose renewal is past due',
      'already_subscribed',
      ({ subscription }) => failRenewal(site, subscription),
    ],
    [
      'whose subscription is paused',
      'already_subscribed',
      ({ subscription }) => site.stripe.subscriptions.pause(subscription, { type: 'subscription' }),
    ],
    [
      'whose payment collection is paused',
      'already_subscribed',
      ({ subscription }) =>
        site.stripe.subscriptions.update(subscription, { pause_collection: { behavior: 'void' } }),
    ],
    [
      'whose membership ends after the current period',
      'membership_ending',
      ({ subscription }) => site.stripe.subscriptions.update(subscription, { cancel_at_period_end: true }),
    ],
  ])('is refused to a member %s, but that member can open the portal', async (_, code, change) => {
    const member = await site.createMember()
    await change(member)
    await site.deliverAll()
    expect(await site.check(member)).toMatchObject({ manageable: true })
    await expectRefusal(site.checkout({ user: member }, { acceptsRegular: true }), `409 ${code}`)
    await expect(openPortal(site.billing, member)).resolves.toMatch(/\/p\/session\//)
  })

  test('by a returning member costs the regular price, after consent', async () => {
    const { subscription, ...member } = await site.createMember()
    await site.stripe.subscriptions.cancel(subscription)
    await site.deliverAll()
    expect(await site.check(member)).toMatchObject({ subscribed: false, manageable: false })
    await expectRefusal(site.checkout({ user: member }), '409 intro_used')
    const { sessionId } = await site.checkout({ user: member }, { acceptsRegular: true })
    const session = await site.stripe.checkout.sessions.retrieve(sessionId)
    expect(session.amount_total).toBe(149_700)
    expect(session.custom_text.submit?.message).toBe('You pay $1,497 until you cancel.')
    await site.pay(sessionId)
    await site.deliverAll()
    expect(await site.check(member)).toMatchObject({ subscribed: true, next_amount: 149_700 })
  })

  test('is refused to a user who does not own the email used for a guest’s membership', async () => {
    const user = site.createUser()
    await site.buy({ network: 'any', email: user.email })
    await expectRefusal(site.checkout({ user }, { acceptsRegular: true }), '409 sign_in_required')
  })
})

describe('two memberships with one email', () => {
  /** Pays two checkouts within seconds. Returns the subscriptions, older first. */
  async function payInTwoTabs(email: string): Promise<string[]> {
    const sessions: string[] = []
    for (const network of ['one', 'two']) sessions.push((await site.checkout({ network, email })).sessionId)
    for (const session of sessions) {
      await site.pay(session)
      site.account.billing.advance(1)
    }
    const paid = await Promise.all(sessions.map((session) => site.stripe.checkout.sessions.retrieve(session)))
    return paid.map(({ subscription }) => String(subscription))
  }
  const readAlerts = (subscription: string | undefined) =>
    site.sql('select text from alerts where key = $1', [`second-membership ${subscription}`])

  test('both stay active, and the studio is alerted once about the newer one', async () => {
    const [older, newer] = await payInTwoTabs('twice@example.com')
    await site.deliverAll()
    await reconcile(site.billing)
    await reconcile(site.billing)
    for (const id of [older, newer])
      expect(await site.stripe.subscriptions.retrieve(String(id))).toMatchObject({ status: 'active' })
    expect((await site.stripe.refunds.list()).data).toEqual([])
    expect(await readAlerts(newer)).toEqual([{ text: expect.stringContaining(`already has ${older}`) }])
    expect(await readAlerts(older)).toEqual([])
    expect(listAlerts()).toEqual([expect.stringContaining(`ALERT: ${newer}`)])
  })

  test('are reported, whichever is processed first', async () => {
    const [older, newer] = await payInTwoTabs('reversed@example.com')
    for (const id of [newer, older]) {
      const { customer } = await site.stripe.subscriptions.retrieve(String(id))
      await settleCustomer(site.billing, String(customer))
    }
    expect(await readAlerts(newer)).toHaveLength(1)
    expect(await readAlerts(older)).toEqual([])
  })

  test('are reported when a member’s email changes to the one used for another purchase', async () => {
    const member = await site.createMember()
    const email = 'bought.before@example.com'
    // If both began in the same second, the one with the lower id would count as older.
    site.account.billing.advance(1)
    const { subscription } = await site.buy({ network: 'any', email })
    await site.check({ ...member, email })
    await reconcile(site.billing)
    await site.deliverAll()
    await reconcile(site.billing)
    expect(await readAlerts(subscription)).toHaveLength(1)
  })
})

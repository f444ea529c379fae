import { describe, expect, test, vi } from 'vitest'
import { processCustomer } from '@/lib/membership/processCustomer'
import { reconcile } from '@/lib/membership/reconcile'
import { processRefunds } from '@/lib/membership/refunds/refunds'
import { type Site, setUpSite } from './support.ts'

let site: Site
setUpSite((started) => {
  site = started
})

const sql = (text: string, values: unknown[] = []) => site.billing.database.sql(text, values)
const skipRetryDelays = () => sql(`update refunds set next_attempt_at = now()`)

/** Creates two purchases of a guest. The webhooks of the second one are not delivered yet. */
async function createTwoPurchases() {
  const email = `twice${Math.random()}@example.com`
  const buy = async () => {
    const { sessionId } = await site.checkout({ network: email, email }, { acceptsRegular: true })
    await site.pay(sessionId)
    const session = await site.stripe.checkout.sessions.retrieve(sessionId)
    return { session, subscription: String(session.subscription), customer: String(session.customer) }
  }
  const first = await buy()
  await site.deliverAll()
  site.account.billing.advance(60)
  return { first, second: await buy() }
}

async function getStatus(subscription: string) {
  return (await site.stripe.subscriptions.retrieve(subscription)).status
}

/** Sums the refunds of a customer. Cents. */
async function sumRefunds(customer: string) {
  const { data } = await site.stripe.charges.list({ customer })
  return data.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0)
}

/** Pays a checkout without delivering its webhooks. */
async function payCheckout(sessionId: string) {
  await site.pay(sessionId)
  const session = await site.stripe.checkout.sessions.retrieve(sessionId)
  return { subscription: String(session.subscription), customer: String(session.customer) }
}

test.each(['the guest purchase', "the member's own purchase"])(
  'a guest purchase with the email of a member is refunded, in any order of processing, when %s is paid first',
  async (firstPaid) => {
    for (const firstProcessed of ['guest', 'member'] as const) {
      const member = site.createUser()
      const sessions = {
        member: (await site.checkout({ user: member })).sessionId,
        guest: (await site.checkout({ network: member.id, email: member.email })).sessionId,
      }
      const payMemberCheckout = () => payCheckout(sessions.member)
      const earlyMemberPurchase = firstPaid === 'the guest purchase' ? undefined : await payMemberCheckout()
      site.account.billing.advance(60)
      const guestPurchase = await payCheckout(sessions.guest)
      site.account.billing.advance(60)
      const memberPurchase = earlyMemberPurchase ?? (await payMemberCheckout())
      const order =
        firstProcessed === 'guest' ? [guestPurchase, memberPurchase] : [memberPurchase, guestPurchase]
      for (const { customer } of order) await processCustomer(site.billing, customer)
      expect([
        await getStatus(memberPurchase.subscription),
        await getStatus(guestPurchase.subscription),
      ]).toEqual(['active', 'canceled'])
      expect([await sumRefunds(memberPurchase.customer), await sumRefunds(guestPurchase.customer)]).toEqual([
        0, 99_700,
      ])
      expect(await site.check(member)).toMatchObject({ subscribed: true })
    }
  },
)

describe('a second membership', () => {
  test('is canceled, and its payment refunded', async () => {
    const { first, second } = await createTwoPurchases()
    await site.deliverAll()
    expect([await getStatus(first.subscription), await getStatus(second.subscription)]).toEqual([
      'active',
      'canceled',
    ])
    expect([await sumRefunds(first.customer), await sumRefunds(second.customer)]).toEqual([0, 149_700])
    expect(await sql('select outcome from refunds where stripe_customer_id = $1', [second.customer])).toEqual(
      [{ outcome: 'refunded' }],
    )
  })

  test('is refunded when the older membership is mirrored later, although Stripe fails at first', async () => {
    const email = `late${Math.random()}@example.com`
    const buyNow = async () =>
      payCheckout((await site.checkout({ network: email, email }, { acceptsRegular: true })).sessionId)
    const older = await buyNow()
    site.account.billing.advance(60)
    const newer = await buyNow()
    await processCustomer(site.billing, newer.customer)
    const event = (await site.events()).find(
      ({ type, data: { object } }) =>
        type === 'customer.subscription.created' && 'id' in object && object.id === older.subscription,
    )
    if (!event) throw new Error('There is no event.')
    const failingSpy = vi
      .spyOn(site.billing.stripe.subscriptions, 'cancel')
      .mockRejectedValueOnce(new Error('not now'))
    await expect(site.deliver(event)).rejects.toThrow('not now')
    failingSpy.mockRestore()
    await site.deliver(event)
    await skipRetryDelays()
    await processRefunds(site.billing)
    expect([await getStatus(older.subscription), await getStatus(newer.subscription)]).toEqual([
      'active',
      'canceled',
    ])
    expect([await sumRefunds(older.customer), await sumRefunds(newer.customer)]).toEqual([0, 99_700])
  })

  test('is refunded by the scheduler after a failure', async () => {
    const { second } = await createTwoPurchases()
    const failingSpy = vi
      .spyOn(site.billing.stripe.refunds, 'create')
      .mockRejectedValue(new Error('no refund today'))
    await site.deliverAll()
    expect(await getStatus(second.subscription)).toBe('canceled')
    expect(await sumRefunds(second.customer)).toBe(0)
    expect(
      await sql('select outcome, last_error from refunds where stripe_customer_id = $1', [second.customer]),
    ).toEqual([{ outcome: null, last_error: 'Error: no refund today' }])
    await skipRetryDelays()
    await reconcile(site.billing)
    expect(await sumRefunds(second.customer)).toBe(0)
    failingSpy.mockRestore()
    expect(await reconcile(site.billing)).toMatchObject({ refunds: 0 })
    await skipRetryDelays()
    expect(await reconcile(site.billing)).toMatchObject({ refunds: 1 })
    expect(await sumRefunds(second.customer)).toBe(149_700)
  })

  test('has its failed refund retried after a minute, and then with doubling delays', async () => {
    const { second } = await createTwoPurchases()
    const failingSpy = vi.spyOn(site.billing.stripe.refunds, 'create').mockRejectedValue(new Error('not now'))
    await site.deliverAll()
    const minutes: unknown[] = []
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const [row] = await sql(
        `select round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes from refunds
          where stripe_customer_id = $1`,
        [second.customer],
      )
      minutes.push(row?.minutes)
      await skipRetryDelays()
      await processRefunds(site.billing)
    }
    failingSpy.mockRestore()
    await skipRetryDelays()
    await processRefunds(site.billing)
    expect(minutes).toEqual([1, 2, 4])
  })

  test('is refunded although the response to the cancellation was lost', async () => {
    const { second } = await createTwoPurchases()
    const { subscriptions } = site.billing.stripe
    const cancel = subscriptions.cancel.bind(subscriptions)
    const lostResponseSpy = vi.spyOn(subscriptions, 'cancel').mockImplementationOnce(async (...args) => {
      await cancel(...args)
      throw new Error('socket hang up')
    })
    await expect(site.deliverAll()).rejects.toThrow('socket hang up')
    lostResponseSpy.mockRestore()
    expect(await getStatus(second.subscription)).toBe('canceled')
    expect(await sumRefunds(second.customer)).toBe(0)
    await reconcile(site.billing)
    expect(await sumRefunds(second.customer)).toBe(149_700)
  })

  test('is refunded once, although the response to the refund was lost', async () => {
    const { second } = await createTwoPurchases()
    const { refunds } = site.billing.stripe
    const create = refunds.create.bind(refunds)
    const lostResponseSpy = vi.spyOn(refunds, 'create').mockImplementationOnce(async (...args) => {
      await create(...args)
      throw new Error('socket hang up')
    })
    await site.deliverAll()
    lostResponseSpy.mockRestore()
    await skipRetryDelays()
    await processRefunds(site.billing)
    expect(await sql('select outcome from refunds where stripe_customer_id = $1', [second.customer])).toEqual(
      [{ outcome: 'refunded' }],
    )
    expect(await sumRefunds(second.customer)).toBe(149_700)
    const { data } = await site.stripe.refunds.list({ limit: 100 })
    const charges = await site.stripe.charges.list({ customer: second.customer })
    expect(data.filter(({ charge }) => charge === charges.data[0]?.id)).toHaveLength(1)
  })

  test('counts as refunded only when all of its refunds have succeeded, and failed refunds are repeated', async () => {
    const { second } = await createTwoPurchases()
    const [charge] = (await site.stripe.charges.list({ customer: second.customer })).data
    const refundPart = (amount: number) => site.stripe.refunds.create({ charge: String(charge?.id), amount })
    const [firstRefund, secondRefund] = [await refundPart(30_000), await refundPart(20_000)]
    const setRefundStatus = (status: string, refund: string) =>
      site.account.billing.store
        .prepare("update objects set body = json_set(body, '$.status', ?) where id = ?")
        .run(status, refund)
    const readOutcome = async () => {
      await skipRetryDelays()
      await processRefunds(site.billing)
      return (await sql('select outcome from refunds where stripe_customer_id = $1', [second.customer]))[0]
    }
    setRefundStatus('pending', secondRefund.id)
    await site.deliverAll()
    expect(await readOutcome()).toEqual({ outcome: null })
    setRefundStatus('succeeded', secondRefund.id)
    setRefundStatus('failed', firstRefund.id)
    const create = vi.spyOn(site.billing.stripe.refunds, 'create')
    expect(await readOutcome()).toEqual({ outcome: null })
    expect(create).toHaveBeenCalledTimes(1)
    create.mockRestore()
    setRefundStatus('succeeded', firstRefund.id)
    expect(await readOutcome()).toEqual({ outcome: 'refunded' })
    expect(await sumRefunds(second.customer)).toBe(149_700)
  })

  test('is refunded only after its cancellation, which the scheduler retries after a failure', async () => {
    const { second } = await createTwoPurchases()
    const failingSpy = vi
      .spyOn(site.billing.stripe.subscriptions, 'cancel')
      .mockRejectedValue(new Error('not now'))
    await expect(site.deliverAll()).rejects.toThrow('not now')
    await skipRetryDelays()
    await processRefunds(site.billing)
    expect(await sumRefunds(second.customer)).toBe(0)
    failingSpy.mockRestore()
    await reconcile(site.billing)
    await skipRetryDelays()
    await reconcile(site.billing)
    expect(await getStatus(second.subscription)).toBe('canceled')
    expect(await sumRefunds(second.customer)).toBe(149_700)
  })

  test('stays and is not refunded when the first membership ends before the cancellation is retried', async () => {
    const { first, second } = await createTwoPurchases()
    const failingSpy = vi
      .spyOn(site.billing.stripe.subscriptions, 'cancel')
      .mockRejectedValueOnce(new Error('not now'))
    await expect(site.deliverAll()).rejects.toThrow('not now')
    failingSpy.mockRestore()
    await site.stripe.subscriptions.cancel(first.subscription)
    await skipRetryDelays()
    await reconcile(site.billing)
    await skipRetryDelays()
    await reconcile(site.billing)
    expect(await getStatus(second.subscription)).toBe('active')
    expect(await sumRefunds(second.customer)).toBe(0)
    expect(await sql('select outcome from refunds where stripe_customer_id = $1', [second.customer])).toEqual(
      [{ outcome: 'kept' }],
    )
  })
})

test('a reconciliation cancels at most five second memberships, and alerts an operator about more', async () => {
  const errorLog = vi.spyOn(console, 'error').mockImplementation(() => {})
  const email = `often${Math.random()}@example.com`
  for (let index = 0; index < 7; index += 1) {
    const { sessionId } = await site.checkout({ network: `${email}${index}`, email })
    await site.pay(sessionId)
    site.account.billing.advance(60)
  }
  await reconcile(site.billing)
  const customers = await site.stripe.customers.list({ email, limit: 100 })
  const canceled = await Promise.all(
    customers.data.map(
      async ({ id }) => (await site.stripe.subscriptions.list({ customer: id, status: 'canceled' })).data,
    ),
  )
  expect(canceled.flat()).toHaveLength(5)
  expect(errorLog.mock.calls.flat().join(' ')).toContain('ALERT')
})

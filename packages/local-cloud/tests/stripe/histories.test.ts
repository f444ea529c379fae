import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { openDispute } from '../../stripe/engine/disputes.ts'
import { type Account, createOffer, days, startAccount } from '../../testing/stripeAccount.ts'

/** Seeded random numbers, so that a history that goes wrong can be repeated. */
function randomBy(seed: number): () => number {
  let state = seed + 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const LIVING = ['active', 'trialing', 'past_due', 'unpaid', 'incomplete', 'paused']

type Subject = { account: Account; customer: string; price: string; coupon: string; random: () => number }

async function living({ account, customer }: Subject): Promise<Stripe.Subscription | undefined> {
  const { data } = await account.stripe.subscriptions.list({ customer, status: 'all' })
  return data.find(({ status }) => LIVING.includes(status))
}

const deeds: Record<string, (subject: Subject) => Promise<unknown>> = {
  async subscribe(subject) {
    const { account, customer, price, coupon, random } = subject
    if (await living(subject)) return
    const discounts = random() < 0.5 ? [{ coupon }] : []
    await account.stripe.subscriptions.create({ customer, items: [{ price }], discounts })
  },
  wait: async ({ account, random }) => account.billing.advance(Math.floor(random() * days(20))),
  renew: async ({ account }) => account.billing.advance(days(31) + 3600),
  async cancel(subject) {
    const found = await living(subject)
    if (!found) return
    if (subject.random() < 0.5) return subject.account.stripe.subscriptions.cancel(found.id)
    if (found.status === 'incomplete') return
    return subject.account.stripe.subscriptions.update(found.id, {
      cancel_at_period_end: subject.random() < 0.7,
    })
  },
  async changeCard({ account, customer, random }) {
    const card = random() < 0.4 ? 'pm_card_chargeCustomerFail' : 'pm_card_visa'
    const method = await account.stripe.paymentMethods.attach(card, { customer })
    await account.stripe.customers.update(customer, {
      invoice_settings: { default_payment_method: method.id },
    })
  },
  async pay({ account, customer }) {
    const [open] = (await account.stripe.invoices.list({ customer, status: 'open' })).data
    if (open?.id) await account.stripe.invoices.pay(open.id).catch(() => {})
  },
  async refund({ account, customer, random }) {
    const charges = (await account.stripe.charges.list({ customer })).data
    const paid = charges.find(
      ({ status, refunded, disputed }) => status === 'succeeded' && !refunded && !disputed,
    )
    if (!paid) return
    const left = paid.amount - paid.amount_refunded
    await account.stripe.refunds.create({ charge: paid.id, amount: Math.max(1, Math.floor(left * random())) })
  },
  async dispute({ account, customer, random }) {
    if (random() > 0.2) return
    const { store } = account.billing
    const paid = store
      .all('charge', customer)
      .find(({ status, disputed }) => status === 'succeeded' && !disputed)
    if (paid) store.transaction(() => openDispute(account.billing.work(), paid))
  },
}

async function checkTruths({ account, customer }: Subject): Promise<void> {
  const { stripe } = account
  const subscriptions = await stripe.subscriptions
    .list({ customer, status: 'all' })
    .autoPagingToArray({ limit: 500 })
  const invoices = await stripe.invoices.list({ customer, limit: 100 }).autoPagingToArray({ limit: 500 })
  const charges = await stripe.charges.list({ customer, limit: 100 }).autoPagingToArray({ limit: 500 })
  expect(subscriptions.filter(({ status }) => LIVING.includes(status)).length).toBeLessThanOrEqual(1)

  // What was taken is what invoices say was paid.
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const taken = charges.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount)
  expect(sum(taken)).toBe(sum(invoices.map(({ amount_paid }) => amount_paid)))
  for (const {
    total,
    subtotal,
    total_discount_amounts,
    amount_due,
    amount_paid,
    amount_remaining,
  } of invoices) {
    expect(total).toBe(subtotal - sum((total_discount_amounts ?? []).map(({ amount }) => amount)))
    expect(amount_paid + amount_remaining).toBe(amount_due)
  }
  for (const { amount, amount_refunded, refunded } of charges) {
    expect(amount_refunded).toBeLessThanOrEqual(amount)
    expect(refunded).toBe(amount > 0 && amount_refunded === amount)
  }
  const now = account.billing.clock.now()
  for (const subscription of subscriptions) {
    const own = invoices.filter(
      ({ parent }) => parent?.subscription_details?.subscription === subscription.id,
    )
    // Periods follow on each other without a gap, and no more than two are reduced.
    const periods = own.map(({ lines }) => lines.data[0]?.period).reverse()
    for (const [index, period] of periods.entries()) {
      if (index > 0) expect(period?.start).toBe(periods[index - 1]?.end)
    }
    expect(own.filter(({ total, subtotal }) => total < subtotal).length).toBeLessThanOrEqual(2)
    const [item] = subscription.items.data
    if (['active', 'past_due'].includes(subscription.status))
      expect(item?.current_period_end).toBeGreaterThan(now)
    if (subscription.status === 'canceled') expect(subscription.ended_at).toBeLessThanOrEqual(now)
    // Some event of the last call tells the truth, in whatever order its events are listed.
    const told = account.billing.store
      .all('event')
      .filter(
        ({ type, data }) => type.startsWith('customer.subscription.') && data.object.id === subscription.id,
      )
    const last = told.filter(
      ({ created, request: { id } }) =>
        id === told[0]?.request.id && (id !== null || created === told[0]?.created),
    )
    const states = last.map(({ data: { object } }) => ({
      status: object.status,
      cancel_at: object.cancel_at,
    }))
    expect(states).toContainEqual({ status: subscription.status, cancel_at: subscription.cancel_at })
  }
}

test('whatever happens, the books agree', { timeout: 600_000 }, async () => {
  const histories = process.env.SOAK ? 500 : 25
  const account = await startAccount()
  const { price, coupon } = await createOffer(account.stripe)
  const names = Object.keys(deeds)
  for (let seed = 1; seed <= histories; seed += 1) {
    const random = randomBy(seed)
    const { id: customer } = await account.stripe.customers.create({ email: `${seed}@example.com` })
    const subject = { account, customer, price, coupon, random }
    await deeds.changeCard?.(subject)
    const done: string[] = []
    try {
      for (let step = 0; step < 15; step += 1) {
        const name = names[Math.floor(random() * names.length)] ?? 'wait'
        done.push(name)
        await deeds[name]?.(subject)
      }
      await checkTruths(subject)
    } catch (error) {
      throw new Error(`History ${seed}: ${done.join(', ')}`, { cause: error })
    }
    await account.stripe.customers.del(customer)
  }
  expect(account.log).toEqual([])
  await account.close()
})

import type Stripe from 'stripe'
import { afterEach } from 'vitest'
import { type StripeAccount, startStripeAccount } from '../../testing/stripeAccount.ts'
import { createOffer } from '../support/stripe.ts'

const accounts: StripeAccount[] = []
afterEach(async () => {
  for (const account of accounts.splice(0)) await account.close()
})

/** An account whose time is `start`, with a customer and the offer. It is closed after the test. Seconds since 1970. */
export async function startCustomer(start: number, card = 'pm_card_visa') {
  const account = await startStripeAccount({ machine: () => start * 1000 })
  accounts.push(account)
  const { stripe } = account
  const offer = await createOffer(stripe)
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' })
  const payWith = async (name: string) => {
    const method = await stripe.paymentMethods.attach(name, { customer })
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } })
  }
  await payWith(card)
  const subscribe = (params: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    stripe.subscriptions.create({ customer, items: [{ price: offer.price }], ...params })
  const advanceTo = (seconds: number) => account.billing.advance(seconds - account.billing.clock.now())
  return { account, stripe, offer, customer, payWith, subscribe, advanceTo }
}

/** The same with a subscription. */
export async function startSubscriber(
  start: number,
  { card, ...params }: Partial<Stripe.SubscriptionCreateParams> & { card?: string } = {},
) {
  const started = await startCustomer(start, card)
  const { stripe } = started
  const subscription = await started.subscribe(params)
  const { id } = subscription
  /** The invoices, oldest first. */
  const invoices = async () => (await stripe.invoices.list({ subscription: id, limit: 100 })).data.reverse()
  const newest = async () => String((await invoices()).at(-1)?.id)
  const current = () => stripe.subscriptions.retrieve(id)
  const renewal = Number(subscription.items.data[0]?.current_period_end)
  return { ...started, id, subscription, invoices, newest, current, renewal }
}

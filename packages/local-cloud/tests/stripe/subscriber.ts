import type Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { startStripeAccount } from '../../testing/stripeAccount.ts'
import { createOffer, setDefaultCard } from '../support/stripe.ts'

/**
 * Starts an account with a customer and an offer. The account is closed after the test.
 *
 * @param startTime - the account's time, as a Unix time in seconds
 */
export async function startCustomer(startTime: number, card = 'pm_card_visa') {
  const account = await startStripeAccount({ getMachineTimeMs: () => startTime * 1000 })
  onTestFinished(() => account.close())
  const { stripe } = account
  const offer = await createOffer(stripe)
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' })
  const changeCard = (name: string) => setDefaultCard(stripe, customer, name)
  await changeCard(card)
  const subscribe = (params: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    stripe.subscriptions.create({ customer, items: [{ price: offer.price }], ...params })
  const advanceTo = (time: number) => account.billing.advance(time - account.billing.clock.now())
  return { account, stripe, offer, customer, changeCard, subscribe, advanceTo }
}

/** Starts an account as `startCustomer` does, and subscribes the customer. */
export async function startSubscriber(
  startTime: number,
  { card, ...params }: Partial<Stripe.SubscriptionCreateParams> & { card?: string } = {},
) {
  const started = await startCustomer(startTime, card)
  const { stripe } = started
  const subscription = await started.subscribe(params)
  const { id } = subscription
  /** Lists the subscription's invoices, oldest first. */
  const listInvoices = async () =>
    (await stripe.invoices.list({ subscription: id, limit: 100 })).data.reverse()
  const getNewestInvoiceId = async () => String((await listInvoices()).at(-1)?.id)
  const getSubscription = () => stripe.subscriptions.retrieve(id)
  const renewsAt = Number(subscription.items.data[0]?.current_period_end)
  return { ...started, id, subscription, listInvoices, getNewestInvoiceId, getSubscription, renewsAt }
}

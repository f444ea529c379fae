import type Stripe from 'stripe'
import { log } from '@/lib/log'
import type { Billing } from '../context'
import { listPaymentIntents, wasEverPaid } from '../mirror/stripeState'
import { getId } from '../stripe'

/**
 * Records the card of each paid introductory membership once, as a hash, and logs a card that has already paid for
 * another one, since cards are harder to vary than emails (`name+1@…`). Families and companies share cards, so an
 * operator decides. A failed read is repeated when the customer is processed again.
 */
export async function reportSharedCards(
  billing: Billing,
  subscriptions: readonly Stripe.Subscription[],
): Promise<void> {
  const introductory = subscriptions.filter(
    (subscription) => subscription.metadata.intro === 'true' && wasEverPaid(subscription),
  )
  for (const subscription of introductory) {
    await reportSharedCard(billing, subscription).catch((error: unknown) =>
      log.warn('billing', `card of ${subscription.id}: reading failed; it is not compared yet`, error),
    )
  }
}

async function reportSharedCard(
  { stripe, database, hashIdentity }: Billing,
  { id, latest_invoice }: Stripe.Subscription,
): Promise<void> {
  const { sql } = database
  const recorded = await sql('select from introduction_cards where stripe_subscription_id = $1', [id])
  const invoiceId = getId(latest_invoice)
  if (recorded.length > 0 || !invoiceId) return
  const fingerprint = await findCardFingerprint(stripe, invoiceId)
  const hash = fingerprint ? hashIdentity(`card ${fingerprint}`) : null
  const earlierSubscriptions = await sql<{ id: string }>(
    `select stripe_subscription_id as id from introduction_cards
      where card_hash = $1 and stripe_subscription_id <> $2 order by given_at`,
    [hash, id],
  )
  await sql(
    `insert into introduction_cards (stripe_subscription_id, card_hash) values ($1, $2) on conflict do nothing`,
    [id, hash],
  )
  if (earlierSubscriptions.length === 0) return
  const earlierIds = earlierSubscriptions.map((subscription) => subscription.id).join(', ')
  log.warn('billing', `${id} paid the introductory price with the card of ${earlierIds}; nothing was changed`)
}

/**
 * Finds the fingerprint of the card that was charged for an invoice; undefined without one. It is the same for every
 * customer with that card.
 */
async function findCardFingerprint(stripe: Stripe, invoiceId: string): Promise<string | undefined> {
  for (const paymentIntent of await listPaymentIntents(stripe, invoiceId)) {
    const charge = getId((await stripe.paymentIntents.retrieve(paymentIntent)).latest_charge)
    const { card } = (charge && (await stripe.charges.retrieve(charge)).payment_method_details) || {}
    if (card?.fingerprint) return card.fingerprint
  }
  return undefined
}

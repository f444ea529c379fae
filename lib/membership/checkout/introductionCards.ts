import type Stripe from 'stripe'
import { log } from '@/lib/log'
import type { Billing } from '../context'
import { listPaymentIntents, wasEverPaid } from '../mirror/stripeState'
import { getId } from '../stripe'

/**
 * Reports a card that pays the introductory price for a second person, since cards are harder to vary than emails
 * (`name+1@…`). Families and companies share cards, so an operator decides. A failed read is repeated with the next event.
 */
export async function reportSharedCards(
  billing: Billing,
  subscriptions: readonly Stripe.Subscription[],
): Promise<void> {
  const introductory = subscriptions.filter((one) => one.metadata.intro === 'true' && wasEverPaid(one))
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
  const known = await sql('select from introduction_cards where stripe_subscription_id = $1', [id])
  const invoice = getId(latest_invoice)
  if (known.length > 0 || !invoice) return
  const fingerprint = await findCardFingerprint(stripe, invoice)
  const hash = fingerprint ? hashIdentity(`card ${fingerprint}`) : null
  const others = await sql<{ id: string }>(
    `select stripe_subscription_id as id from introduction_cards
      where card_hash = $1 and stripe_subscription_id <> $2 order by given_at`,
    [hash, id],
  )
  await sql(
    `insert into introduction_cards (stripe_subscription_id, card_hash) values ($1, $2) on conflict do nothing`,
    [id, hash],
  )
  if (others.length === 0) return
  const list = others.map((other) => other.id).join(', ')
  log.warn('billing', `${id} paid the introductory price with the card of ${list}; nothing was changed`)
}

/** The fingerprint of the card that paid an invoice, the same for every customer with that card. */
async function findCardFingerprint(stripe: Stripe, invoice: string): Promise<string | undefined> {
  for (const payment of await listPaymentIntents(stripe, invoice)) {
    const charge = getId((await stripe.paymentIntents.retrieve(payment)).latest_charge)
    const { card } = (charge && (await stripe.charges.retrieve(charge)).payment_method_details) || {}
    if (card?.fingerprint) return card.fingerprint
  }
  return undefined
}

import { paymentAttempt } from '../engine/attempts.ts'
import {
  attach,
  behaviorOf,
  type Card,
  cardError,
  createCard,
  createKlarna,
  type PaymentMethod,
} from '../engine/paymentMethods.ts'
import { awaitHolder, confirmIntent, decline, type Outcome } from '../engine/payments.ts'
import { paymentError, startSubscription } from '../engine/subscribe.ts'
import { nulls } from '../nulls.ts'
import { createCustomer } from '../resources/customers.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { couponsOf, detailsOf, priceOf, type Session, withTotals } from './session.ts'

/** Who pays, and how. */
export type Payer = {
  email: string
  name: string
  /** ISO 3166 code. */
  country: string
  method: ({ type: 'card' } & Card) | { type: 'klarna' }
  /** Whether the payer agreed to the terms. */
  terms: boolean
  /** Whether the bank or Klarna has confirmed the payment. */
  confirmed: boolean
  /** Whether Klarna decides later. */
  delayed: boolean
  /** The id of the payment method, when it exists already. */
  methodId?: string
}

const addressIn = (country: string) => ({ country, ...nulls('city line1 line2 postal_code state') })

/** The customer of the session, with the changes that it allows, or a new one. */
function buyerOf(work: Work, session: Session, { email, name, country }: Payer): Objects['customer'] {
  const known = idOf(session.customer)
  if (known === null) return createCustomer(work, { email, name })
  const customer = work.need('customer', known, 'customer')
  const { customerUpdate } = detailsOf(work, session.id)
  const changed = {
    ...customer,
    ...(customerUpdate.name ? { name } : {}),
    ...(customerUpdate.address ? { address: addressIn(country) } : {}),
  }
  return work.save('customer', changed, 'customer.updated')
}

function methodOf(work: Work, { method, methodId, ...payer }: Payer): PaymentMethod {
  if (methodId !== undefined) return work.need('payment_method', methodId, 'payment_method')
  return method.type === 'klarna' ? createKlarna(work, payer) : createCard(work, method, payer)
}

/**
 * Charges a session. A guest becomes a customer only for a payment that is not declined.
 *
 * @throws StripeProblem 402 when it is declined, which commits the attempt
 */
function takePayment(
  work: Work,
  session: Session,
  payer: Payer,
  method: PaymentMethod,
  customer: () => string,
): Outcome {
  const amount = session.amount_total ?? 0
  const { confirmed, delayed } = payer
  const reason = delayed ? undefined : behaviorOf(work, method.id).decline
  if (reason) {
    decline(work, paymentAttempt(work, session, amount, idOf(session.customer)), method, reason)
    throw cardError(reason, true)
  }
  const intent = paymentAttempt(work, session, amount, customer())
  const outcome = confirmIntent(work, intent, method, { present: true, confirmed, delayed })
  if (outcome.result !== 'succeeded' && outcome.result !== 'processing') throw paymentError(outcome)
  return outcome
}

/**
 * Makes the payment of a session wait for a confirmation by the bank or Klarna.
 *
 * @param url - where to confirm
 * @returns the payer with the payment method to confirm
 */
export function requestConfirmation(work: Work, session: Session, payer: Payer, url: string): Payer {
  const method = methodOf(work, payer)
  const amount = withTotals(work, session).amount_total ?? 0
  awaitHolder(work, paymentAttempt(work, session, amount, idOf(session.customer)), method, url)
  return { ...payer, methodId: method.id }
}

/**
 * Completes a session: the subscription exists, and is paid unless that is decided later. After a declined payment there
 * is its failed charge only, and the session stays open
 * (https://docs.stripe.com/changelog/basil/2025-03-31/checkout-legacy-subscription-upgrade).
 *
 * @throws StripeProblem 402 when the payment is declined, which commits the attempt
 */
export function completeSession(work: Work, open: Session, payer: Payer): Session {
  const session = withTotals(work, open)
  const created = methodOf(work, payer)
  let buyer: Objects['customer'] | undefined
  const outcome = takePayment(work, session, payer, created, () => {
    buyer = buyerOf(work, session, payer)
    return buyer.id
  })
  const customer = buyer ?? buyerOf(work, session, payer)
  const method = attach(work, created, customer.id)
  const { subscription, invoice } = startSubscription(work, {
    customer,
    price: priceOf(work, session),
    coupons: couponsOf(work, session),
    metadata: detailsOf(work, session.id).subscriptionMetadata,
    paymentMethod: method.id,
    behavior: 'error_if_incomplete',
    outcome,
    checkoutSession: session.id,
  })
  const isRequired = session.consent_collection?.terms_of_service === 'required'
  const done: Session = {
    ...session,
    consent: session.consent_collection && {
      promotions: null,
      terms_of_service: isRequired && payer.terms ? 'accepted' : null,
    },
    customer: customer.id,
    customer_details: {
      address: addressIn(payer.country),
      email: customer.email ?? payer.email,
      name: payer.name,
      tax_exempt: 'none',
      tax_ids: [],
      ...nulls('business_name individual_name phone'),
    },
    invoice: invoice.id,
    payment_status: outcome.result === 'processing' ? 'unpaid' : 'paid',
    status: 'complete',
    subscription: subscription.id,
    url: null,
  }
  return work.save('checkout.session', done, 'checkout.session.completed')
}

import { ensureAttempt } from '../engine/attempts.ts'
import { attach, type Card, createCard, createCardError, createKlarna } from '../engine/paymentMethods.ts'
import { confirmIntent } from '../engine/payments.ts'
import { startSubscription } from '../engine/subscribe.ts'
import { nullFields } from '../ids.ts'
import { getId, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { getPrice, listCoupons, readDetails, type Session } from './session.ts'

export type Payer = {
  name: string
  method: ({ type: 'card' } & Card) | { type: 'klarna' }
  /** Whether the payer accepted the terms of service. */
  hasAgreed: boolean
}

/** Every payer lives in the United States. */
const LOCATION = { country: 'US', ...nullFields('city line1 line2 postal_code state') }

/** Changes the customer as the session allows. */
function updateCustomer(
  work: Work,
  session: Session,
  { name }: Payer,
  customer: Objects['customer'],
): Objects['customer'] {
  const { customerUpdate } = readDetails(work, session.id)
  const changed = {
    ...customer,
    ...(customerUpdate.name ? { name } : {}),
    ...(customerUpdate.address ? { address: LOCATION } : {}),
  }
  return work.save('customer', changed, 'customer.updated')
}

/**
 * Completes a session and creates its subscription. A declined payment creates only a failed charge, and the session
 * stays open (https://docs.stripe.com/changelog/basil/2025-03-31/checkout-legacy-subscription-upgrade).
 *
 * @param isDelayed - whether the payment is still processing when the session completes
 * @throws StripeProblem 402 when the payment is declined; the failed charge is committed
 */
export function completeSession(work: Work, session: Session, payer: Payer, isDelayed: boolean): Session {
  const owner = work.need('customer', getId(session.customer) ?? '', 'customer')
  const { method } = payer
  const details = { ...payer, email: owner.email }
  const paymentMethod =
    method.type === 'klarna' ? createKlarna(work, details) : createCard(work, method, details)
  const outcome = confirmIntent(work, ensureAttempt(work, session), paymentMethod, isDelayed)
  if (outcome.result === 'declined') throw createCardError(outcome.decline, true)
  const customer = updateCustomer(work, session, payer, owner)
  const { subscription, invoice } = startSubscription(work, {
    customer,
    price: getPrice(work, session),
    coupons: listCoupons(work, session),
    metadata: readDetails(work, session.id).subscriptionMetadata,
    paymentMethod: attach(work, paymentMethod, customer.id).id,
    checkout: { session: session.id, outcome },
  })
  const requiresTerms = session.consent_collection?.terms_of_service === 'required'
  const completed: Session = {
    ...session,
    consent: session.consent_collection && {
      promotions: null,
      terms_of_service: requiresTerms && payer.hasAgreed ? 'accepted' : null,
    },
    customer_details: {
      address: LOCATION,
      email: customer.email,
      name: payer.name,
      tax_exempt: 'none',
      tax_ids: [],
      ...nullFields('business_name individual_name phone'),
    },
    invoice: invoice.id,
    payment_status: outcome.result === 'processing' ? 'unpaid' : 'paid',
    status: 'complete',
    subscription: subscription.id,
    url: null,
  }
  return work.save('checkout.session', completed, 'checkout.session.completed')
}

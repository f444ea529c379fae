import {
  attachToCustomer,
  type Card,
  createCard,
  createCardError,
  createKlarna,
} from '../engine/paymentMethods.ts'
import { confirmIntent } from '../engine/payments.ts'
import { ensureSessionIntent } from '../engine/sessionIntent.ts'
import { startSubscription } from '../engine/subscribe.ts'
import { nullFields } from '../ids.ts'
import type { Operation } from '../operation.ts'
import { getSessionPrice, listSessionCoupons, readSessionDetails, type Session } from './session.ts'

export type Payer = {
  name: string
  /** Null unless the session collects it and the payer enters it. */
  phone: string | null
  /** The session's custom fields with the payer's values. */
  customFields: Session['custom_fields']
  method: ({ type: 'card' } & Card) | { type: 'klarna' }
  /** Whether the payer accepted the terms of service. */
  hasAgreed: boolean
}

/** Every payer lives in the United States. */
const LOCATION = { country: 'US', ...nullFields('city line1 line2 postal_code state') }

/**
 * Completes a session and creates its subscription. After a declined payment there is a failed charge but no
 * subscription, and the session stays open
 * (https://docs.stripe.com/changelog/basil/2025-03-31/checkout-legacy-subscription-upgrade).
 *
 * @param options.isDelayed - whether the payment is still processing when the session completes
 * @throws StripeApiError 402 for an unknown card number, or for a declined payment, whose failed charge is committed
 */
export function completeSession(
  operation: Operation,
  session: Session,
  payer: Payer,
  { isDelayed }: { isDelayed: boolean },
): Session {
  const customerBefore = operation.getOrThrow('customer', session.customer, 'customer')
  const { method } = payer
  const details = { ...payer, email: customerBefore.email }
  const paymentMethod =
    method.type === 'klarna' ? createKlarna(operation, details) : createCard(operation, method, details)
  const outcome = confirmIntent(operation, ensureSessionIntent(operation, session), paymentMethod, {
    isDelayed,
  })
  if (outcome.result === 'declined') throw createCardError(outcome.decline, { shouldCommit: true })
  const { customerUpdate, subscriptionMetadata } = readSessionDetails(operation, session.id)
  const customerChange = {
    ...(customerUpdate.name ? { name: payer.name } : {}),
    ...(payer.phone ? { phone: payer.phone } : {}),
    ...(customerUpdate.address ? { address: LOCATION } : {}),
  }
  const customer = operation.save({ ...customerBefore, ...customerChange }, 'customer.updated')
  const { subscription, invoice } = startSubscription(operation, {
    customer,
    price: getSessionPrice(operation, session),
    coupons: listSessionCoupons(operation, session),
    metadata: subscriptionMetadata,
    paymentMethod: attachToCustomer(operation, paymentMethod, customer.id).id,
    checkout: { session: session.id, outcome },
  })
  const requiresTerms = session.consent_collection?.terms_of_service === 'required'
  const completed: Session = {
    ...session,
    consent: session.consent_collection && {
      promotions: null,
      terms_of_service: requiresTerms && payer.hasAgreed ? 'accepted' : null,
    },
    custom_fields: payer.customFields,
    customer_details: {
      address: LOCATION,
      email: customer.email,
      name: payer.name,
      tax_exempt: 'none',
      tax_ids: [],
      phone: payer.phone,
      ...nullFields('business_name individual_name'),
    },
    invoice: invoice.id,
    payment_status: outcome.result === 'processing' ? 'unpaid' : 'paid',
    status: 'complete',
    subscription: subscription.id,
    url: null,
  }
  return operation.save(completed, 'checkout.session.completed')
}

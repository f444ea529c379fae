import { paymentAttempt } from '../engine/attempts.ts'
import { balanceOf, settledBy } from '../engine/balance.ts'
import { SUBSCRIPTION_CREATION } from '../engine/invoices.ts'
import {
  attach,
  behaviourOf,
  cardError,
  createCard,
  createKlarna,
  type PaymentMethod,
  retire,
} from '../engine/paymentMethods.ts'
import { awaitHolder, confirmIntent, decline, type Outcome } from '../engine/payments.ts'
import { paymentError, startSubscription } from '../engine/subscribe.ts'
import { createCustomer } from '../resources/customers.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { couponsOf, detailsOf, purchases, type Session, withTotals } from './session.ts'

/** Who pays, and with what. */
export type Payer = {
  email: string
  name: string
  /** ISO 3166 code. */
  country: string
  method: { type: 'card'; number: string; exp_month: number; exp_year: number } | { type: 'klarna' }
  /** Whether the terms were agreed to. */
  terms: boolean
  /** Whether the bank or Klarna has confirmed. */
  confirmed: boolean
  /** Whether Klarna decides later. */
  delayed: boolean
  /** The payment method, where it is there already. */
  methodId?: string
}

const DAY = 24 * 3600

/** The customer who buys: the session's, changed as far as it says, or a new one. */
function buyer(work: Work, session: Session, payer: Payer): Objects['customer'] {
  const known = idOf(session.customer)
  if (known === null) return createCustomer(work, { email: payer.email, name: payer.name })
  const customer = work.need('customer', known, 'customer')
  const { customerUpdate } = detailsOf(work, session.id)
  const country = payer.country
  const address = { city: null, country, line1: null, line2: null, postal_code: null, state: null }
  if (!customerUpdate.name && !customerUpdate.address) return customer
  return work.save(
    'customer',
    {
      ...customer,
      ...(customerUpdate.name ? { name: payer.name } : {}),
      ...(customerUpdate.address ? { address } : {}),
    },
    'customer.updated',
  )
}

function methodOf(work: Work, { method, methodId, ...payer }: Payer): PaymentMethod {
  if (methodId !== undefined) return work.need('payment_method', methodId, 'payment_method')
  return method.type === 'klarna' ? createKlarna(work, payer) : createCard(work, method, payer)
}

/** What the payment of a session is, besides its amount and who makes it. */
function descriptionOf(
  work: Work,
  session: Session,
): { description: string | null; metadata: Record<string, string> } {
  return session.mode === 'subscription'
    ? { description: SUBSCRIPTION_CREATION, metadata: {} }
    : detailsOf(work, session.id).payment
}

/** What of a session is charged at once. Smallest units. */
function amountOf(work: Work, { mode, customer, currency, amount_total }: Session): number {
  const total = amount_total ?? 0
  if (mode !== 'subscription' || currency === null) return total
  const known = work.store.get('customer', idOf(customer) ?? '')
  return settledBy(total, known ? balanceOf(known, currency) : 0, currency).due
}

/**
 * The payment of a session, tried: undefined when there is nothing to pay. A guest is no customer before the payment
 * is known to be made.
 *
 * @throws StripeProblem 402 when it is declined, which leaves the attempt on record
 */
function takePayment(
  work: Work,
  session: Session,
  payer: Payer,
  method: PaymentMethod,
  customer: () => string | null,
): Outcome | undefined {
  const amount = amountOf(work, session)
  if (amount === 0) return undefined
  const described = { amount, ...descriptionOf(work, session) }
  const refused = payer.delayed ? undefined : behaviourOf(work, method.id).decline
  if (refused) {
    const intent = paymentAttempt(work, session, { ...described, customer: idOf(session.customer) })
    decline(work, intent, method, refused)
    throw cardError(refused, {}, true)
  }
  const intent = paymentAttempt(work, session, { ...described, customer: customer() })
  const { confirmed, delayed } = payer
  const outcome = confirmIntent(work, intent, method, { present: true, confirmed, delayed })
  if (outcome.result !== 'succeeded' && outcome.result !== 'processing') throw paymentError(outcome)
  return outcome
}

/**
 * Sends a payer to confirm at the bank or Klarna: the payment waits for that, for as long as the session is open.
 *
 * @param url - where to confirm
 * @returns the payer with the payment method that is to be confirmed
 */
export function askToConfirm(work: Work, session: Session, payer: Payer, url: string): Payer {
  const counted = withTotals(work, session)
  const method = methodOf(work, payer)
  const amount = amountOf(work, counted)
  if (amount > 0) {
    const described = { amount, ...descriptionOf(work, counted), customer: idOf(counted.customer) }
    awaitHolder(work, paymentAttempt(work, counted, described), method, url)
  }
  return { ...payer, methodId: method.id }
}

function finished(session: Session, payer: Payer, customer: Objects['customer'] | null): Session {
  const asked = session.consent_collection?.terms_of_service === 'required'
  return {
    ...session,
    consent: session.consent_collection && {
      promotions: null,
      terms_of_service: asked && payer.terms ? 'accepted' : null,
    },
    customer: customer?.id ?? null,
    customer_details: {
      address: {
        city: null,
        country: payer.country,
        line1: null,
        line2: null,
        postal_code: null,
        state: null,
      },
      business_name: null,
      email: customer?.email ?? payer.email,
      individual_name: null,
      name: payer.name,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    status: 'complete',
    url: null,
  }
}

function subscribe(work: Work, session: Session, payer: Payer): Session {
  const details = detailsOf(work, session.id)
  const { trialDays, trialEnd, ...rest } = details.subscription
  const made = methodOf(work, payer)
  let known: Objects['customer'] | undefined
  const outcome = takePayment(work, session, payer, made, () => {
    known = buyer(work, session, payer)
    return known.id
  })
  const customer = known ?? buyer(work, session, payer)
  const method = attach(work, made, customer.id)
  const now = work.now(customer.test_clock)
  const { subscription, invoice } = startSubscription(work, {
    ...rest,
    customer,
    items: purchases(work, details),
    coupons: couponsOf(work, session),
    paymentMethod: method.id,
    behaviour: 'error_if_incomplete',
    present: true,
    ...(outcome ? { outcome } : {}),
    trialEnd: trialDays === null ? trialEnd : now + trialDays * DAY,
    savesMethod: false,
    checkoutSession: session.id,
  })
  return {
    ...finished(session, payer, customer),
    invoice: invoice.id,
    payment_status: statusOf(outcome, invoice.amount_paid),
    subscription: subscription.id,
  }
}

function statusOf(outcome: Outcome | undefined, paid: number): Session['payment_status'] {
  if (outcome?.result === 'processing') return 'unpaid'
  return paid > 0 ? 'paid' : 'no_payment_required'
}

function pay(work: Work, session: Session, payer: Payer): Session {
  const wanted = session.customer !== null || session.customer_creation === 'always'
  const made = methodOf(work, payer)
  let known: Objects['customer'] | undefined
  const outcome = takePayment(work, session, payer, made, () => {
    known = wanted ? buyer(work, session, payer) : undefined
    return known?.id ?? null
  })
  const customer = known ?? (wanted ? buyer(work, session, payer) : null)
  if (customer) attach(work, made, customer.id)
  else if (outcome) retire(work, made)
  return {
    ...finished(session, payer, customer),
    payment_intent: outcome?.intent.id ?? null,
    payment_status: statusOf(outcome, session.amount_total ?? 0),
  }
}

/**
 * Completes a session: everything that is bought exists when this returns, and is paid unless that is decided later.
 * When the payment fails, nothing is bought: there is the payment with its failed charge, and the session stays open
 * (https://docs.stripe.com/changelog/basil/2025-03-31/checkout-legacy-subscription-upgrade).
 *
 * @throws StripeProblem 402 when the payment is declined, which leaves that attempt on record, 400 when something is
 *   not for sale any more
 */
export function completeSession(work: Work, session: Session, payer: Payer): Session {
  const counted = withTotals(work, session)
  const done = counted.mode === 'subscription' ? subscribe(work, counted, payer) : pay(work, counted, payer)
  return work.save('checkout.session', done, 'checkout.session.completed')
}

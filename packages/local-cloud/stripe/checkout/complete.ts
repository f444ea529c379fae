import { attach, createCard, createKlarna, type PaymentMethod } from '../engine/paymentMethods.ts'
import { confirmIntent, createIntent, type Outcome } from '../engine/payments.ts'
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

function methodOf(work: Work, { method, ...payer }: Payer): PaymentMethod {
  return method.type === 'klarna' ? createKlarna(work, payer) : createCard(work, method, payer)
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
  const customer = buyer(work, session, payer)
  const method = attach(work, methodOf(work, payer), customer.id)
  const now = work.now(customer.test_clock)
  const { subscription, invoice, outcome } = startSubscription(work, {
    ...rest,
    customer,
    items: purchases(work, details),
    coupons: couponsOf(work, session),
    paymentMethod: method.id,
    behaviour: 'error_if_incomplete',
    present: true,
    confirmed: payer.confirmed,
    delayed: payer.delayed,
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
  const { payment } = detailsOf(work, session.id)
  const wanted = session.customer !== null || session.customer_creation === 'always'
  const customer = wanted ? buyer(work, session, payer) : null
  const made = methodOf(work, payer)
  const method = customer ? attach(work, made, customer.id) : made
  const done = finished(session, payer, customer)
  const amount = done.amount_total ?? 0
  if (amount === 0) return { ...done, payment_status: 'no_payment_required' }
  const intent = createIntent(work, {
    amount,
    currency: done.currency ?? 'usd',
    customer: customer?.id ?? null,
    description: payment.description,
    metadata: payment.metadata,
  })
  const { confirmed, delayed } = payer
  const outcome = confirmIntent(work, intent, method, { present: true, confirmed, delayed })
  if (outcome.result !== 'succeeded' && outcome.result !== 'processing') throw paymentError(outcome)
  return { ...done, payment_intent: intent.id, payment_status: statusOf(outcome, amount) }
}

/**
 * Completes a session: everything that is bought exists when this returns, and is paid unless that is decided later.
 *
 * @throws StripeProblem 402 when the payment is declined, 400 when something is not for sale any more
 */
export function completeSession(work: Work, session: Session, payer: Payer): Session {
  const counted = withTotals(work, session)
  const done = counted.mode === 'subscription' ? subscribe(work, counted, payer) : pay(work, counted, payer)
  return work.save('checkout.session', done, 'checkout.session.completed')
}

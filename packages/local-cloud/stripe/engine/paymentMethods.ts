import { createHash } from 'node:crypto'
import { invalid, StripeProblem } from '../errors.ts'
import { newId } from '../ids.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { type Behaviour, type Decline, testCard } from './testCards.ts'

export type PaymentMethod = Objects['payment_method']

export type BillingDetails = { email?: string | null; name?: string | null; country?: string | null }

/** The 402 of a card that was declined. `extra` goes into the error's body; `keep` leaves what was recorded. */
export function cardError(
  decline: Decline,
  extra: Record<string, unknown> = {},
  keep = false,
): StripeProblem {
  return new StripeProblem(402, decline.message, {
    type: 'card_error',
    code: decline.code,
    ...(decline.code === 'card_declined' ? { decline_code: decline.decline_code } : {}),
    extra,
    keep,
  })
}

function blank(work: Work, details: BillingDetails): Omit<PaymentMethod, 'type'> {
  const { country = null, email = null, name = null } = details
  return {
    id: newId('pm', 24),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: { city: null, country, line1: null, line2: null, postal_code: null, state: null },
      email,
      name,
      phone: null,
      tax_id: null,
    },
    created: work.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
  }
}

/** Remembers how a payment method behaves: its number is not kept. */
function setBehaviour(work: Work, id: string, behaviour: Behaviour): void {
  work.store.set(`behaviour:${id}`, JSON.stringify(behaviour))
}

/** How a payment method behaves when it is charged. */
export function behaviourOf(work: Work, id: string): Behaviour {
  return JSON.parse(work.store.setting(`behaviour:${id}`) ?? '{}')
}

/** From now on the bank has confirmed a payment method once. */
export function confirmHolder(work: Work, id: string): void {
  const behaviour = behaviourOf(work, id)
  if (behaviour.challenge === 'setup') setBehaviour(work, id, {})
}

/**
 * Makes a payment method of a card.
 *
 * @throws StripeProblem 402 when the number is none of the test cards
 */
export function createCard(
  work: Work,
  card: { number: string; exp_month: number; exp_year: number },
  details: BillingDetails = {},
): PaymentMethod {
  const known = testCard(card.number)
  if (!known) {
    throw new StripeProblem(402, 'Your card number is incorrect.', {
      type: 'card_error',
      code: 'incorrect_number',
      param: 'number',
    })
  }
  const { brand, funding, ...behaviour } = known
  const digits = card.number.replace(/\D/g, '')
  const method: PaymentMethod = {
    ...blank(work, details),
    type: 'card',
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: brand,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: createHash('sha256').update(digits).digest('hex').slice(0, 16),
      funding,
      generated_from: null,
      last4: digits.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  }
  work.store.put('payment_method', method)
  setBehaviour(work, method.id, behaviour)
  return method
}

/** Makes a payment method of Klarna. */
export function createKlarna(work: Work, details: BillingDetails): PaymentMethod {
  const method: PaymentMethod = { ...blank(work, details), type: 'klarna', klarna: {} }
  work.store.put('payment_method', method)
  return method
}

const retiredSetting = (id: string) => `retired:${id}`

/**
 * Lets a payment method never be used again: one that was detached, or that has paid without a customer
 * (https://docs.stripe.com/api/payment_methods/detach, https://docs.stripe.com/payments/payment-methods).
 */
export function retire(work: Work, method: PaymentMethod): void {
  work.store.set(retiredSetting(method.id), 'yes')
}

/** Refuses a payment method that must not be used again. */
export function refuseRetired(work: Work, method: PaymentMethod): void {
  if (work.store.setting(retiredSetting(method.id)) === undefined) return
  throw invalid(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    'payment_method',
  )
}

/** Ties a payment method to a customer. Throws a 402 for a card that is declined even then, a 400 for a used one. */
export function attach(work: Work, method: PaymentMethod, customer: string): PaymentMethod {
  refuseRetired(work, method)
  if (idOf(method.customer) === customer) return method
  if (method.customer !== null) {
    throw new StripeProblem(400, 'The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    })
  }
  const { decline, attaches } = behaviourOf(work, method.id)
  if (decline && !attaches) throw cardError(decline)
  return work.save('payment_method', { ...method, customer }, 'payment_method.attached')
}

/** Takes a payment method away from its customer, and from whatever it paid by default, for good. */
export function detach(work: Work, method: PaymentMethod): PaymentMethod {
  const owner = idOf(method.customer)
  if (owner === null) {
    throw new StripeProblem(
      400,
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      {
        code: 'payment_method_unexpected_state',
      },
    )
  }
  const customer = work.store.get('customer', owner)
  if (customer && idOf(customer.invoice_settings.default_payment_method) === method.id) {
    const invoice_settings = { ...customer.invoice_settings, default_payment_method: null }
    work.save('customer', { ...customer, invoice_settings }, 'customer.updated')
  }
  for (const subscription of work.store.all('subscription', owner)) {
    if (idOf(subscription.default_payment_method) !== method.id) continue
    work.save(
      'subscription',
      { ...subscription, default_payment_method: null },
      'customer.subscription.updated',
    )
  }
  retire(work, method)
  return work.save('payment_method', { ...method, customer: null }, 'payment_method.detached')
}

/** A payment method in a few words, for people. */
export function describe(method: {
  type: string
  card?: { brand: string | null; last4: string | null } | null
}): string {
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  const { card } = method
  return card ? `${capital(card.brand ?? 'card')} ending in ${card.last4}` : capital(method.type)
}

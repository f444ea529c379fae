import { createHash } from 'node:crypto'
import { StripeApiError } from '../errors.ts'
import { createId, nullFields } from '../ids.ts'
import type { Operation } from '../operation.ts'
import { getId, type Objects } from '../types.ts'
import { type Decline, findCardNumber, findTestCard, findTestCardByEnding } from './testCards.ts'

export type PaymentMethod = Objects['payment_method']
export type Card = { number: string; exp_month: number; exp_year: number }
export type BillingDetails = { email?: string | null; name?: string | null; country?: string | null }

/** Creates the 402 error for a declined card. With `shouldCommit`, the changes before the error are committed. */
export function createCardError(decline: Decline, { shouldCommit = false } = {}): StripeApiError {
  const { message, ...codes } = decline
  return new StripeApiError(402, message, { type: 'card_error', ...codes, shouldCommit })
}

function createCommonFields(
  operation: Operation,
  { country = null, email = null, name = null }: BillingDetails,
) {
  return {
    id: createId('pm', 24),
    object: 'payment_method' as const,
    allow_redisplay: 'unspecified' as const,
    billing_details: {
      address: { country, ...nullFields('city line1 line2 postal_code state') },
      email,
      name,
      ...nullFields('phone tax_id'),
    },
    created: operation.now(),
    livemode: false as const,
    metadata: {},
    ...nullFields('customer customer_account'),
  }
}

/** Creates a payment method for a card. Throws a 402 when the number is not a test card's. */
export function createCard(operation: Operation, card: Card, details: BillingDetails = {}): PaymentMethod {
  const digits = card.number.replace(/\D/g, '')
  const brand = findTestCard(digits)?.brand
  if (!brand) {
    const code = 'incorrect_number'
    throw new StripeApiError(402, 'Your card number is incorrect.', {
      type: 'card_error',
      code,
      param: 'number',
    })
  }
  const method: PaymentMethod = {
    ...createCommonFields(operation, details),
    type: 'card',
    card: {
      brand,
      checks: { cvc_check: 'pass', ...nullFields('address_line1_check address_postal_code_check') },
      country: 'US',
      display_brand: brand,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: createHash('sha256').update(digits).digest('hex').slice(0, 16),
      funding: 'credit',
      generated_from: null,
      last4: digits.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
  }
  operation.store.put(method)
  return method
}

/** Creates a Klarna payment method. */
export function createKlarna(operation: Operation, details: BillingDetails): PaymentMethod {
  const method: PaymentMethod = { ...createCommonFields(operation, details), type: 'klarna', klarna: {} }
  operation.store.put(method)
  return method
}

/** Finds a payment method by its id, or creates one for the name of a test card such as `pm_card_visa`. */
export function findOrCreateMethod(operation: Operation, id: string, param: string): PaymentMethod {
  const number = findCardNumber(id)
  // The card does not expire when a test advances the account's time.
  if (number !== undefined) return createCard(operation, { number, exp_month: 12, exp_year: 2060 })
  return operation.getOrThrow('payment_method', id, param)
}

/**
 * Attaches a payment method to a customer. Throws a 402 for a card that cannot be saved, and a 400 for a method
 * that is attached to a different customer.
 */
export function attachToCustomer(
  operation: Operation,
  method: PaymentMethod,
  customer: string,
): PaymentMethod {
  if (getId(method.customer) === customer) return method
  if (method.customer !== null) {
    throw new StripeApiError(
      400,
      'The payment method you provided has already been attached to a customer.',
      {
        code: 'payment_method_unexpected_state',
      },
    )
  }
  const { decline, canBeSaved } = findTestCardByEnding(method.card?.last4 ?? '') ?? {}
  if (decline && !canBeSaved) throw createCardError(decline)
  return operation.save({ ...method, customer }, 'payment_method.attached')
}

/** Formats a payment method, for example as `Visa ending in 4242`. */
export function formatMethod(method: {
  type: string
  card?: { brand: string | null; last4: string | null } | null
}): string {
  const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  const { card } = method
  return card ? `${capitalize(card.brand ?? 'card')} ending in ${card.last4}` : capitalize(method.type)
}

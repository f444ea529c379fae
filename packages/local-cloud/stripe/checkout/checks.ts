import { minimumCharge, money } from '../engine/currency.ts'
import { requireCurrency } from '../engine/oneCurrency.ts'
import { invalid, notSupported } from '../errors.ts'
import type { Values } from '../params/fields.ts'
import { idOf } from '../types.ts'
import type { Work } from '../work.ts'
import { type createFields, isOneTime } from './createFields.ts'
import type { Purchase, Session } from './session.ts'

/** What a new session is asked for. */
export type Params = Values<typeof createFields>

const DAY = 24 * 3600
const SHORTEST = 30 * 60
/** Requests take a moment: so much later than 24 hours is still taken. Seconds. */
const LEEWAY = 60

function together(params: Params, a: keyof Params, b: keyof Params): void {
  if (params[a] === undefined || params[b] === undefined) return
  throw invalid(`You may only specify one of these parameters: ${a}, ${b}.`, String(b))
}

/** When a session expires. Throws a 400 outside of what Stripe allows. Seconds since 1970. */
export function expiry(work: Work, params: Params, now: number): number {
  if (params.expires_at === undefined) return now + DAY
  // Nobody tells clients of the time that was advanced here.
  const at = work.fromClient(params.expires_at)
  if (at < now + SHORTEST - LEEWAY) {
    throw invalid(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    )
  }
  if (at > now + DAY + LEEWAY) {
    throw invalid(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      'expires_at',
    )
  }
  return at
}

/** What a session is to sell. Throws a 400 for what cannot be sold in its mode. */
export function bought(work: Work, params: Params): Purchase[] {
  if (params.line_items.length === 0)
    throw invalid('Missing required param: line_items.', 'line_items', 'parameter_missing')
  const items = params.line_items.map(({ price: id, quantity }, index) => {
    const param = `line_items[${index}][price]`
    const price = work.need('price', id, param)
    const product = typeof price.product === 'string' ? work.store.get('product', price.product) : undefined
    if (!price.active || product?.active === false) {
      throw invalid('The price specified is inactive. This field only accepts active prices.', param)
    }
    if (quantity === undefined) {
      throw invalid(
        'Quantity is required. Add `quantity` to `line_items[0]`',
        `line_items[${index}][quantity]`,
        'parameter_missing',
      )
    }
    return { price, quantity }
  })
  const recurring = items.filter(({ price }) => price.recurring !== null)
  if (params.mode === 'subscription' && recurring.length === 0) {
    throw invalid(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      'line_items',
    )
  }
  if (params.mode === 'subscription' && recurring.length < items.length) {
    throw notSupported('one-time prices in a subscription')
  }
  if (params.mode === 'payment' && recurring.length > 0) {
    throw invalid(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      'line_items',
    )
  }
  if (new Set(items.map(({ price }) => price.currency)).size > 1) {
    throw invalid('All prices must have the same currency.', 'line_items')
  }
  return items
}

/**
 * Refuses what cannot be charged: a payment of less than the minimum
 * (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts; in a subscription that is owed until the next
 * invoice), and a subscription in another currency than those of its customer. Throws a 400.
 */
export function refuseAmount(work: Work, session: Session): void {
  const { amount_total: total, currency, customer, mode } = session
  if (currency === null || total === null) return
  const known = work.store.get('customer', idOf(customer) ?? '')
  if (mode === 'subscription') {
    if (known) requireCurrency(work, known, currency)
    return
  }
  const least = minimumCharge(currency)
  if (total === 0 || total >= least) return
  throw invalid(
    `The Checkout Session's total amount due must add up to at least ${money(least, currency)} ${currency}`,
    undefined,
    'amount_too_small',
  )
}

/** Refuses parameters that do not go together. */
export function check(work: Work, params: Params): void {
  together(params, 'customer', 'customer_email')
  together(params, 'customer', 'customer_creation')
  if ((params.discounts?.length ?? 0) > 1) throw invalid('You can only apply one discount.', 'discounts')
  if (params.customer !== undefined) work.need('customer', params.customer, 'customer')
  if (params.customer_update && params.customer === undefined) {
    throw invalid('`customer_update` can only be used with `customer`.', 'customer_update')
  }
  if (params.success_url === undefined) {
    throw invalid('Missing required param: success_url.', 'success_url', 'parameter_missing')
  }
  if (params.mode === 'subscription' && params.payment_intent_data) {
    throw invalid('You can not pass `payment_intent_data` in `subscription` mode.', 'payment_intent_data')
  }
  if (params.mode === 'subscription' && params.customer_creation) {
    throw invalid('`customer_creation` can only be used in `payment` mode.', 'customer_creation')
  }
  if (params.mode === 'payment' && params.subscription_data) {
    throw invalid('You can not pass `subscription_data` in `payment` mode.', 'subscription_data')
  }
  for (const type of params.allowed_payment_method_types ?? []) {
    if (!isOneTime(type)) continue
    if (params.mode === 'subscription') {
      throw invalid(
        `The payment method \`${type}\` cannot be used in \`subscription\` mode.`,
        'allowed_payment_method_types',
      )
    }
    throw notSupported(`"${type}"`)
  }
}

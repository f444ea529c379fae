import { invalid } from '../errors.ts'
import {
  clearable,
  type Field,
  flag,
  integer,
  listOf,
  object,
  oneOf,
  required,
  text,
} from '../params/fields.ts'
import { metadata, timestamp } from '../params/shared.ts'
import type { Objects } from '../types.ts'
import type { Work } from '../work.ts'

/** Parameters of subscriptions, new and changed, that Stripe has and the local cloud has not. */
export const ELSEWHERE = [
  'add_invoice_items',
  'application_fee_percent',
  'automatic_tax',
  'billing_cycle_anchor',
  'billing_schedules',
  'billing_thresholds',
  'days_until_due',
  'default_source',
  'default_tax_rates',
  'invoice_settings',
  'on_behalf_of',
  'pending_invoice_item_interval',
  'transfer_data',
  'trial_from_plan',
]

export const discountList = clearable(
  listOf(object({ coupon: required(text()) }, ['discount', 'promotion_code']), 20),
)

/** What happens when a trial ends. `elsewhere` names what only Stripe has, which differs by call. */
export const trialSettings = (elsewhere: readonly string[] = []) =>
  object({
    end_behavior: required(
      object({ missing_payment_method: required(oneOf(['cancel', 'create_invoice', 'pause'])) }, elsewhere),
    ),
  })

export const cancellationDetails = object(
  {
    comment: clearable(text()),
    feedback: clearable(
      oneOf([
        'customer_service',
        'low_quality',
        'missing_features',
        'other',
        'switched_service',
        'too_complex',
        'too_expensive',
        'unused',
      ]),
    ),
  },
  ['feedback_option'],
)

/** What is subscribed to. `elsewhere` names what only Stripe has, besides what it has in every call. */
export const itemList = (elsewhere: readonly string[] = []) =>
  listOf(
    object({ price: required(text()), quantity: integer(1), metadata }, [
      ...elsewhere,
      'billing_thresholds',
      'current_trial',
      'discounts',
      'plan',
      'price_data',
      'tax_rates',
    ]),
    20,
  )

const whenToCancel = oneOf(['min_period_end', 'max_period_end'], ['max_billed_until'])

/** `cancel_at`: a time, or a word for the end of the period. */
export const cancelAt: Field<number | 'min_period_end' | 'max_period_end' | null | undefined> = (
  raw,
  param,
) => {
  if (raw === '') return null
  return typeof raw === 'string' && /^[a-z_]+$/.test(raw) ? whenToCancel(raw, param) : timestamp(raw, param)
}

/** `trial_end`: a time, or `now`. */
export const trialEnd: Field<number | 'now' | undefined> = (raw, param) =>
  raw === 'now' ? 'now' : timestamp(raw, param)

export const paymentSettings = object(
  {
    save_default_payment_method: oneOf(['off', 'on_subscription']),
  },
  ['payment_method_options', 'payment_method_types'],
)

export const prorationBehavior = oneOf(['always_invoice', 'create_prorations', 'none'])

export const createFields = {
  customer: required(text()),
  items: required(itemList()),
  billing_mode: object({ type: required(oneOf(['classic', 'flexible'])) }, ['flexible']),
  cancel_at: cancelAt,
  cancel_at_period_end: flag(),
  collection_method: oneOf(['charge_automatically'], ['send_invoice']),
  default_payment_method: text(),
  description: text(500),
  discounts: discountList,
  metadata,
  off_session: flag(),
  payment_behavior: oneOf(
    ['allow_incomplete', 'default_incomplete', 'error_if_incomplete'],
    ['pending_if_incomplete'],
  ),
  payment_settings: paymentSettings,
  proration_behavior: prorationBehavior,
  trial_end: trialEnd,
  trial_period_days: integer(1, 730),
  trial_settings: trialSettings(['billing_cycle_anchor']),
}

/** A recurring, active price by its id. Throws a 400 for any other. */
export function recurringPrice(work: Work, id: string, param: string): Objects['price'] {
  const price = work.need('price', id, param)
  if (!price.active) {
    throw invalid(`The price specified is inactive. This field only accepts active prices.`, param)
  }
  if (price.recurring === null) {
    throw invalid(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      param,
    )
  }
  return price
}

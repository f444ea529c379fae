import { invalid } from '../errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { newId, randomText } from '../ids.ts'
import { flag, integer, object, oneOf, required, text } from '../params/fields.ts'
import { currency, listFields, mergeMetadata, metadata, timestamp } from '../params/shared.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { isRedeemable } from './coupons.ts'

type PromotionCode = Objects['promotion_code']

const createFields = {
  promotion: required(object({ coupon: required(text()), type: required(oneOf(['coupon'])) })),
  active: flag(),
  code: text(500),
  customer: text(),
  expires_at: timestamp,
  max_redemptions: integer(1),
  metadata,
  restrictions: object(
    {
      first_time_transaction: flag(),
      minimum_amount: integer(1, 99_999_999),
      minimum_amount_currency: currency,
    },
    ['currency_options'],
  ),
}

/** The coupon behind a promotion code. */
export function couponOf(code: PromotionCode): string {
  return idOf(code.promotion.coupon) ?? ''
}

/** The active code that a customer has typed, whatever the case of its letters; undefined when none can be used. */
export function usableCode(
  work: Work,
  typed: string,
  customer: string | null,
): { code: PromotionCode; coupon: Objects['coupon'] } | undefined {
  const code = work.store
    .all('promotion_code')
    .find((candidate) => candidate.active && candidate.code.toLowerCase() === typed.trim().toLowerCase())
  const coupon = code && work.store.get('coupon', couponOf(code))
  if (!code || !coupon || !isRedeemable(coupon, work.now())) return undefined
  const used = code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions
  const expired = code.expires_at !== null && code.expires_at <= work.nowFor(customer)
  const others = code.customer !== null && idOf(code.customer) !== customer
  const returning =
    code.restrictions.first_time_transaction &&
    customer !== null &&
    work.store.all('charge', customer).some(({ status }) => status === 'succeeded')
  return used || expired || others || returning ? undefined : { code, coupon }
}

/** `/v1/promotion_codes` */
export const promotionCodeEndpoints: Endpoint[] = [
  endpoint(
    'POST',
    '/v1/promotion_codes',
    createFields,
    ({ work, params }) => {
      const coupon = work.need('coupon', params.promotion.coupon, 'promotion[coupon]')
      if (params.customer !== undefined) work.need('customer', params.customer, 'customer')
      const code = params.code ?? randomText(8).toUpperCase()
      if (!/^[a-z0-9_-]+$/i.test(code)) {
        throw invalid(
          'The promotion code must only contain alphanumeric characters, dashes and underscores.',
          'code',
        )
      }
      const taken = work.store
        .all('promotion_code')
        .some((other) => other.active && other.code.toLowerCase() === code.toLowerCase())
      if (taken && params.active !== false) {
        throw invalid(
          `An active promotion code with \`code: ${code}\` already exists.`,
          'code',
          'resource_already_exists',
        )
      }
      const promotionCode: PromotionCode = {
        id: newId('promo', 24),
        object: 'promotion_code',
        active: params.active ?? true,
        code,
        created: work.now(),
        customer: params.customer ?? null,
        customer_account: null,
        expires_at: params.expires_at ?? null,
        livemode: false,
        max_redemptions: params.max_redemptions ?? null,
        metadata: mergeMetadata(null, params.metadata),
        promotion: { coupon: coupon.id, type: 'coupon' },
        restrictions: {
          first_time_transaction: params.restrictions?.first_time_transaction ?? false,
          minimum_amount: params.restrictions?.minimum_amount ?? null,
          minimum_amount_currency: params.restrictions?.minimum_amount_currency ?? null,
        },
        times_redeemed: 0,
      }
      return work.save('promotion_code', promotionCode, 'promotion_code.created')
    },
    ['customer_account'],
  ),
  endpoint('GET', '/v1/promotion_codes/:id', {}, ({ work, path }) => work.need('promotion_code', path('id'))),
  endpoint(
    'POST',
    '/v1/promotion_codes/:id',
    { active: flag(), metadata },
    ({ work, params, path }) => {
      const code = work.need('promotion_code', path('id'))
      const updated: PromotionCode = {
        ...code,
        active: params.active ?? code.active,
        metadata: mergeMetadata(code.metadata, params.metadata),
      }
      return work.save('promotion_code', updated, 'promotion_code.updated')
    },
    ['restrictions'],
  ),
  endpoint(
    'GET',
    '/v1/promotion_codes',
    { ...listFields, active: flag(), code: text(), coupon: text(), customer: text() },
    ({ work, params }) => {
      const matches = (code: PromotionCode) =>
        (params.active === undefined || code.active === params.active) &&
        (params.code === undefined || code.code.toLowerCase() === params.code.toLowerCase()) &&
        (params.coupon === undefined || couponOf(code) === params.coupon) &&
        (params.customer === undefined || idOf(code.customer) === params.customer)
      return work.page('/v1/promotion_codes', 'promotion_code', params, { matches })
    },
    ['customer_account'],
  ),
]

import { invalid, notSupported } from '../errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { randomText } from '../ids.ts'
import { decimal, integer, listOf, object, oneOf, text } from '../params/fields.ts'
import { currency, listFields, mergeMetadata, metadata, timestamp } from '../params/shared.ts'
import type { Objects } from '../types.ts'

type Coupon = Objects['coupon']

const createFields = {
  id: text(),
  amount_off: integer(1, 99_999_999),
  applies_to: object({ products: listOf(text()) }),
  currency,
  duration: oneOf(['forever', 'once', 'repeating']),
  duration_in_months: integer(1, 1200),
  max_redemptions: integer(1),
  metadata,
  name: text(40),
  percent_off: decimal(0, 100),
  redeem_by: timestamp,
}

/** `/v1/coupons` */
export const couponEndpoints: Endpoint[] = [
  endpoint(
    'POST',
    '/v1/coupons',
    createFields,
    ({ work, params }) => {
      const { amount_off, percent_off, duration = 'once', duration_in_months } = params
      if ((amount_off === undefined) === (percent_off === undefined)) {
        throw invalid(
          amount_off === undefined
            ? 'Must provide percent_off or amount_off.'
            : 'You may only specify one of these parameters: amount_off, percent_off.',
          'percent_off',
          amount_off === undefined ? 'parameter_missing' : undefined,
        )
      }
      if (amount_off !== undefined && params.currency === undefined) {
        throw invalid('You must pass currency when passing amount_off', 'currency', 'parameter_missing')
      }
      if (percent_off === 0) throw invalid('percent_off must be greater than 0.', 'percent_off')
      if ((duration === 'repeating') !== (duration_in_months !== undefined)) {
        throw invalid(
          duration === 'repeating'
            ? 'You must pass duration_in_months when passing duration=repeating'
            : 'You may only pass duration_in_months when passing duration=repeating',
          'duration_in_months',
        )
      }
      if (params.redeem_by !== undefined && params.redeem_by <= work.now()) {
        throw invalid('The `redeem_by` timestamp must be in the future.', 'redeem_by')
      }
      const id = params.id ?? randomText(8)
      if (work.store.get('coupon', id))
        throw invalid('Coupon already exists.', 'id', 'resource_already_exists')
      if (work.store.find(id)?.object !== undefined && work.store.find(id)?.object !== 'coupon') {
        throw notSupported(`"${id}" as the id of a coupon, which is another object's`)
      }
      const coupon: Coupon = {
        id,
        object: 'coupon',
        amount_off: amount_off ?? null,
        created: work.now(),
        currency: amount_off === undefined ? null : (params.currency ?? null),
        duration,
        duration_in_months: duration_in_months ?? null,
        livemode: false,
        max_redemptions: params.max_redemptions ?? null,
        metadata: mergeMetadata(null, params.metadata),
        name: params.name ?? null,
        percent_off: percent_off ?? null,
        redeem_by: params.redeem_by ?? null,
        times_redeemed: 0,
        valid: true,
      }
      const products = params.applies_to?.products
      if (products) {
        for (const product of products) work.need('product', product, 'applies_to[products]')
        work.store.set(`applies_to:${id}`, JSON.stringify({ products }))
      }
      return work.save('coupon', coupon, 'coupon.created')
    },
    ['currency_options'],
  ),
  endpoint('GET', '/v1/coupons/:id', {}, ({ work, path }) => work.need('coupon', path('id'))),
  endpoint(
    'POST',
    '/v1/coupons/:id',
    { metadata, name: text(40) },
    ({ work, params, path }) => {
      const coupon = work.need('coupon', path('id'))
      const updated: Coupon = {
        ...coupon,
        metadata: mergeMetadata(coupon.metadata, params.metadata),
        name: params.name ?? coupon.name,
      }
      return work.save('coupon', updated, 'coupon.updated')
    },
    ['currency_options'],
  ),
  endpoint('DELETE', '/v1/coupons/:id', {}, ({ work, path }) => {
    const coupon = work.need('coupon', path('id'))
    work.emit('coupon.deleted', coupon)
    return work.store.bury('coupon', coupon.id)
  }),
  endpoint('GET', '/v1/coupons', listFields, ({ work, params }) =>
    work.page('/v1/coupons', 'coupon', params),
  ),
]

import { couponFor, draftDiscount } from '../engine/discounts.ts'
import {
  draftInvoice,
  finalizeInvoice,
  type Invoice,
  subscriptionIdOf,
  voidInvoice,
  writeOffInvoice,
} from '../engine/invoices.ts'
import { mustBe, payInvoice } from '../engine/payInvoice.ts'
import { subscriptionForgiven } from '../engine/standing.ts'
import { billedItems, draftSubscription } from '../engine/subscribe.ts'
import { upcomingInvoice } from '../engine/upcoming.ts'
import { invalid, missing } from '../errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { flag, object, oneOf, text } from '../params/fields.ts'
import { listFields, mergeMetadata, metadata, pageFields } from '../params/shared.ts'
import { page } from '../store/page.ts'
import { idOf } from '../types.ts'
import { createCustomer } from './customers.ts'
import { discountList, itemList, recurringPrice } from './subscriptionFields.ts'

const createPreview = endpoint(
  'POST',
  '/v1/invoices/create_preview',
  {
    customer: text(),
    subscription: text(),
    discounts: discountList,
    preview_mode: oneOf(['next'], ['recurring']),
    subscription_details: object({ items: itemList(['clear_usage', 'deleted', 'id']) }, [
      'billing_cycle_anchor',
      'billing_mode',
      'billing_schedules',
      'cancel_at',
      'cancel_at_period_end',
      'cancel_now',
      'default_tax_rates',
      'metadata',
      'pause',
      'proration_behavior',
      'proration_date',
      'resume_at',
      'start_date',
      'trial_end',
    ]),
  },
  ({ work, params }) => {
    if (params.subscription !== undefined) {
      return upcomingInvoice(work, work.need('subscription', params.subscription, 'subscription'))
    }
    const items = params.subscription_details?.items
    if (!items?.length) {
      const [living] = work.store
        .all('subscription', params.customer ?? 'none')
        .filter(({ status }) => status !== 'canceled')
      if (living) return upcomingInvoice(work, living)
      throw invalid('Missing required param: subscription.', 'subscription', 'parameter_missing')
    }
    const customer =
      params.customer === undefined
        ? createCustomer(work, {})
        : work.need('customer', params.customer, 'customer')
    const subscription = draftSubscription(work, {
      customer,
      items: items.map(({ price, quantity }, index) => ({
        price: recurringPrice(work, price, `subscription_details[items][${index}][price]`),
        quantity: quantity ?? 1,
      })),
      coupons: [],
      metadata: {},
      description: null,
      paymentMethod: null,
      behaviour: 'default_incomplete',
      present: false,
      billingMode: 'flexible',
      trialEnd: null,
      missingMethod: 'create_invoice',
      savesMethod: false,
      checkoutSession: null,
    })
    const owner = { customer: customer.id, subscription: subscription.id }
    const now = subscription.created
    return draftInvoice(work, {
      customer,
      currency: subscription.currency,
      reason: 'upcoming',
      items: billedItems(work, subscription),
      discounts: (params.discounts ?? []).map((given, index) => {
        const discount = draftDiscount(couponFor(work, given, customer.id, `discounts[${index}]`), now, owner)
        return discount
      }),
      subscription: null,
      period: { start: now, end: now },
      created: now,
      finalizesAt: now,
    })
  },
  [
    'automatic_tax',
    'currency',
    'customer_account',
    'customer_details',
    'invoice_items',
    'issuer',
    'on_behalf_of',
    'schedule',
    'schedule_details',
  ],
)

const UPDATE_ELSEWHERE = [
  'account_tax_ids',
  'application_fee_amount',
  'automatic_tax',
  'automatically_finalizes_at',
  'collection_method',
  'custom_fields',
  'days_until_due',
  'default_payment_method',
  'default_source',
  'default_tax_rates',
  'discounts',
  'due_date',
  'effective_at',
  'footer',
  'issuer',
  'number',
  'on_behalf_of',
  'payment_settings',
  'rendering',
  'shipping_cost',
  'shipping_details',
  'statement_descriptor',
  'transfer_data',
]

/** `/v1/invoices` and `/v1/invoice_payments` */
export const invoiceEndpoints: Endpoint[] = [
  createPreview,
  endpoint('GET', '/v1/invoices/:id', {}, ({ work, path }) => work.need('invoice', path('id'))),
  endpoint('GET', '/v1/invoices/:id/lines', pageFields, ({ work, params, path }) => {
    const invoice = work.need('invoice', path('id'))
    return page(`/v1/invoices/${invoice.id}/lines`, invoice.lines.data, params)
  }),
  endpoint(
    'POST',
    '/v1/invoices/:id/pay',
    { off_session: flag(), paid_out_of_band: flag(), payment_method: text() },
    ({ work, params, path }) => {
      const invoice = work.need('invoice', path('id'))
      const method =
        params.payment_method === undefined
          ? undefined
          : work.need('payment_method', params.payment_method, 'payment_method')
      return payInvoice(work, invoice, {
        ...(method ? { method } : {}),
        outOfBand: params.paid_out_of_band ?? false,
        present: params.off_session === false,
      })
    },
    ['forgive', 'mandate', 'source'],
  ),
  endpoint('POST', '/v1/invoices/:id/finalize', { auto_advance: flag() }, ({ work, path, params }) => {
    const invoice = work.need('invoice', path('id'))
    mustBe(invoice, ['draft'], 'finalize')
    return finalizeInvoice(work, {
      ...invoice,
      auto_advance: params.auto_advance ?? invoice.auto_advance ?? false,
    })
  }),
  endpoint('POST', '/v1/invoices/:id/void', {}, ({ work, path }) => {
    const invoice = work.need('invoice', path('id'))
    mustBe(invoice, ['open', 'uncollectible'], 'void')
    const gone = voidInvoice(work, invoice)
    subscriptionForgiven(work, gone)
    return gone
  }),
  endpoint('POST', '/v1/invoices/:id/mark_uncollectible', {}, ({ work, path }) => {
    const invoice = work.need('invoice', path('id'))
    mustBe(invoice, ['open'], 'mark as uncollectible')
    const off = writeOffInvoice(work, invoice, 'user_forgiven')
    subscriptionForgiven(work, off)
    return off
  }),
  endpoint(
    'POST',
    '/v1/invoices/:id',
    { auto_advance: flag(), description: text(), metadata },
    ({ work, params, path }) => {
      const invoice = work.need('invoice', path('id'))
      const updated: Invoice = {
        ...invoice,
        auto_advance: params.auto_advance ?? invoice.auto_advance ?? false,
        description: params.description ?? invoice.description,
        metadata: mergeMetadata(invoice.metadata, params.metadata),
      }
      return work.save('invoice', updated, 'invoice.updated')
    },
    UPDATE_ELSEWHERE,
  ),
  endpoint(
    'GET',
    '/v1/invoices',
    {
      ...listFields,
      collection_method: oneOf(['charge_automatically', 'send_invoice']),
      customer: text(),
      status: oneOf(['draft', 'open', 'paid', 'uncollectible', 'void']),
      subscription: text(),
    },
    ({ work, params }) => {
      const { status, subscription } = params
      const owner = subscription === undefined ? undefined : work.store.get('subscription', subscription)
      const customer = params.customer ?? idOf(owner?.customer) ?? undefined
      return work.page('/v1/invoices', 'invoice', params, {
        customer,
        matches: (invoice) =>
          (status === undefined || invoice.status === status) &&
          (subscription === undefined || subscriptionIdOf(invoice) === subscription),
      })
    },
    ['customer_account', 'due_date'],
  ),
  endpoint(
    'GET',
    '/v1/invoice_payments',
    {
      ...listFields,
      invoice: text(),
      payment: object({ type: oneOf(['payment_intent'], ['payment_record']), payment_intent: text() }, [
        'payment_record',
      ]),
      status: oneOf(['canceled', 'open', 'paid']),
    },
    ({ work, params }) => {
      const intent = params.payment?.payment_intent
      const all =
        params.invoice === undefined
          ? work.store.all('invoice_payment')
          : work.store.children('invoice_payment', params.invoice)
      const matching = all.filter(
        (payment) =>
          (params.status === undefined || payment.status === params.status) &&
          (intent === undefined || idOf(payment.payment.payment_intent) === intent),
      )
      return page('/v1/invoice_payments', matching, params)
    },
  ),
  endpoint('GET', '/v1/invoice_payments/:id', {}, ({ work, path }) => {
    const payment = work.store.get('invoice_payment', path('id'))
    if (!payment) throw missing('invoice_payment', path('id'))
    return payment
  }),
]

import { collectInvoice } from '../engine/collect.ts'
import { applies, couponBehind, draftDiscount, grantOf } from '../engine/discounts.ts'
import {
  draftInvoice,
  finalizeInvoice,
  type Invoice,
  settleInvoice,
  subscriptionIdOf,
  voidInvoice,
  writeOffInvoice,
} from '../engine/invoices.ts'
import { cardError } from '../engine/payment-methods.ts'
import { discountsOf, nextPeriods } from '../engine/renew.ts'
import { subscriptionPaid } from '../engine/standing.ts'
import { billedItems, draftSubscription } from '../engine/subscribe.ts'
import { invalid, missing, StripeProblem } from '../errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { page } from '../http/page.ts'
import { flag, object, oneOf, text } from '../params/fields.ts'
import { listFields, mergeMetadata, metadata } from '../params/shared.ts'
import { search, searchFields } from '../search/search.ts'
import { idOf, type Objects } from '../types.ts'
import type { Work } from '../work.ts'
import { createCustomer } from './customers.ts'
import { discountList, itemList, recurringPrice } from './subscription-fields.ts'

function mustBe(invoice: Invoice, statuses: string[], deed: string): void {
  if (statuses.includes(String(invoice.status))) return
  throw invalid(
    `You can only ${deed} invoices with the status ${statuses.join(' or ')}; this one is ${invoice.status}.`,
    undefined,
    'invoice_not_editable',
  )
}

/** Pays an invoice now. Throws a 402 that leaves the failed attempt on record. */
export function payInvoice(
  work: Work,
  invoice: Invoice,
  options: {
    method?: Objects['payment_method']
    outOfBand?: boolean
    present?: boolean
    confirmed?: boolean
  },
): Invoice {
  if (invoice.status === 'paid') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid')
  mustBe(invoice, ['draft', 'open', 'uncollectible'], 'pay')
  const open = invoice.status === 'draft' ? finalizeInvoice(work, invoice) : invoice
  if (open.status === 'paid') return open
  if (options.outOfBand) {
    const paid = settleInvoice(work, open, { outOfBand: true })
    const subscription = subscriptionIdOf(paid)
    if (subscription) subscriptionPaid(work, subscription, paid)
    return paid
  }
  const { method, present = false, confirmed } = options
  const { invoice: after, outcome } = collectInvoice(work, open, {
    present,
    ...(method ? { method } : {}),
    ...(confirmed ? { confirmed } : {}),
  })
  if (outcome?.result === 'succeeded') return after
  if (outcome?.result === 'declined') throw cardError(outcome.decline, {}, true)
  if (outcome?.result === 'challenged') {
    const message = 'This payment requires additional user action before it can be completed successfully.'
    const code = 'invoice_payment_intent_requires_action'
    throw new StripeProblem(402, message, { type: 'card_error', code, keep: true })
  }
  throw new StripeProblem(
    400,
    'There is no `default_payment_method` set on this Customer or Invoice. Please set a `default_payment_method`.',
    { code: 'resource_missing', keep: true },
  )
}

/** What a subscription is charged next. Throws Stripe's 404 when nothing more comes. */
export function upcomingInvoice(work: Work, subscription: Objects['subscription']): Invoice {
  const customer = work.need('customer', idOf(subscription.customer) ?? '', 'customer')
  const first = subscription.items.data[0]
  const end = first?.current_period_end ?? 0
  const ends =
    subscription.cancel_at_period_end || (subscription.cancel_at !== null && subscription.cancel_at <= end)
  if (
    !first ||
    ends ||
    !['active', 'past_due', 'trialing', 'unpaid'].some((status) => status === subscription.status)
  ) {
    throw new StripeProblem(404, `No upcoming invoices for customer: '${customer.id}'`, {
      code: 'invoice_upcoming_none',
    })
  }
  const discounts = discountsOf(work, subscription).filter((discount) => {
    const coupon = couponBehind(work, discount)
    return coupon && applies(discount, coupon, end)
  })
  return draftInvoice(work, {
    customer,
    currency: subscription.currency,
    reason: 'upcoming',
    items: billedItems(work, nextPeriods(subscription, end)),
    discounts,
    subscription: { id: subscription.id, metadata: subscription.metadata },
    period: { start: first.current_period_start, end },
    created: end,
    finalizesAt: end + 3600,
  })
}

const createPreview = endpoint(
  'POST',
  '/v1/invoices/create_preview',
  {
    customer: text(),
    subscription: text(),
    discounts: discountList,
    preview_mode: oneOf(['next'], ['recurring']),
    subscription_details: object({ items: itemList }, [
      'billing_cycle_anchor',
      'billing_mode',
      'cancel_at',
      'cancel_at_period_end',
      'cancel_now',
      'proration_behavior',
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
      grants: [],
      metadata: {},
      description: null,
      paymentMethod: null,
      behaviour: 'default_incomplete',
      present: false,
      confirmed: false,
      billingMode: 'flexible',
      trialEnd: null,
      missingMethod: 'create_invoice',
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
        const discount = draftDiscount(grantOf(work, given, customer.id, `discounts[${index}]`), now, owner)
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

/** `/v1/invoices` and `/v1/invoice_payments` */
export const invoiceEndpoints: Endpoint[] = [
  createPreview,
  endpoint('GET', '/v1/invoices/search', searchFields, ({ work, params }) =>
    search('/v1/invoices/search', work.store.all('invoice'), params),
  ),
  endpoint('GET', '/v1/invoices/:id', {}, ({ work, path }) => work.need('invoice', path('id'))),
  endpoint('GET', '/v1/invoices/:id/lines', listFields, ({ work, params, path }) => {
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
    return voidInvoice(work, invoice)
  }),
  endpoint('POST', '/v1/invoices/:id/mark_uncollectible', {}, ({ work, path }) => {
    const invoice = work.need('invoice', path('id'))
    mustBe(invoice, ['open'], 'mark as uncollectible')
    return writeOffInvoice(work, invoice)
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
      payment: object({ type: oneOf(['payment_intent']), payment_intent: text() }),
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

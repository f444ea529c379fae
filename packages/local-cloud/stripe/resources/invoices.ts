import { payInvoice } from '../engine/collect.ts'
import { getSubscriptionId, requireStatus, voidInvoice, writeOffInvoice } from '../engine/invoices.ts'
import { previewInvoice } from '../engine/renew.ts'
import { updateAfterWaiver } from '../engine/subscriptionStatus.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { required, text } from '../params/fields.ts'
import { listFields } from '../params/shared.ts'
import { getId } from '../types.ts'

/** `/v1/invoices` */
export const invoiceEndpoints: Endpoint[] = [
  endpoint('POST', '/v1/invoices/create_preview', { subscription: required(text()) }, ({ work, params }) =>
    previewInvoice(work, work.need('subscription', params.subscription, 'subscription')),
  ),
  endpoint('GET', '/v1/invoices/:id', {}, ({ work, path }) => work.need('invoice', path('id'))),
  endpoint('POST', '/v1/invoices/:id/pay', { payment_method: text() }, ({ work, params, path }) => {
    const invoice = work.need('invoice', path('id'))
    const id = params.payment_method
    const method = id === undefined ? undefined : work.need('payment_method', id, 'payment_method')
    return payInvoice(work, invoice, method)
  }),
  endpoint('POST', '/v1/invoices/:id/void', {}, ({ work, path }) => {
    const invoice = work.need('invoice', path('id'))
    requireStatus(invoice, ['open', 'uncollectible'], 'void')
    const voided = voidInvoice(work, invoice)
    updateAfterWaiver(work, voided)
    return voided
  }),
  endpoint('POST', '/v1/invoices/:id/mark_uncollectible', {}, ({ work, path }) => {
    const invoice = work.need('invoice', path('id'))
    requireStatus(invoice, ['open'], 'mark as uncollectible')
    const uncollectible = writeOffInvoice(work, invoice)
    updateAfterWaiver(work, uncollectible)
    return uncollectible
  }),
  endpoint(
    'GET',
    '/v1/invoices',
    {
      ...listFields,
      customer: text(),
      status: text(),
      subscription: text(),
    },
    ({ work, params }) => {
      const { status, subscription } = params
      const owner = work.store.get('subscription', subscription ?? '')
      return work.page('/v1/invoices', 'invoice', params, {
        customer: params.customer ?? getId(owner?.customer) ?? undefined,
        matches: (invoice) =>
          (status === undefined || invoice.status === status) &&
          (subscription === undefined || getSubscriptionId(invoice) === subscription),
      })
    },
  ),
]

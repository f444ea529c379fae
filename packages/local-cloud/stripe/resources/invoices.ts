import { payInvoice } from '../engine/collect.ts'
import { getSubscriptionId, requireStatus, voidInvoice, writeOffInvoice } from '../engine/invoices.ts'
import { previewInvoice } from '../engine/renew.ts'
import { updateSubscriptionAfterInvoiceClosed } from '../engine/subscriptionStatus.ts'
import { defineEndpoint, defineRetrieval, type Endpoint } from '../http/endpoint.ts'
import { listFields } from '../params/commonFields.ts'
import { required, text } from '../params/fields.ts'
import { getId } from '../types.ts'

export const invoiceEndpoints: Endpoint[] = [
  defineEndpoint(
    'POST',
    '/v1/invoices/create_preview',
    { subscription: required(text()) },
    ({ operation, params }) =>
      previewInvoice(operation, operation.getOrThrow('subscription', params.subscription, 'subscription')),
  ),
  defineRetrieval('/v1/invoices/:id', 'invoice'),
  defineEndpoint('POST', '/v1/invoices/:id/pay', { payment_method: text() }, ({ operation, params, id }) => {
    const invoice = operation.getOrThrow('invoice', id)
    const { payment_method } = params
    if (payment_method === undefined) return payInvoice(operation, invoice)
    const method = operation.getOrThrow('payment_method', payment_method, 'payment_method')
    return payInvoice(operation, invoice, method)
  }),
  defineEndpoint('POST', '/v1/invoices/:id/void', {}, ({ operation, id }) => {
    const invoice = operation.getOrThrow('invoice', id)
    requireStatus(invoice, ['open', 'uncollectible'], 'void')
    const voided = voidInvoice(operation, invoice)
    updateSubscriptionAfterInvoiceClosed(operation, voided)
    return voided
  }),
  defineEndpoint('POST', '/v1/invoices/:id/mark_uncollectible', {}, ({ operation, id }) => {
    const invoice = operation.getOrThrow('invoice', id)
    requireStatus(invoice, ['open'], 'mark as uncollectible')
    const uncollectible = writeOffInvoice(operation, invoice)
    updateSubscriptionAfterInvoiceClosed(operation, uncollectible)
    return uncollectible
  }),
  defineEndpoint(
    'GET',
    '/v1/invoices',
    {
      ...listFields,
      customer: text(),
      status: text(),
      subscription: text(),
    },
    ({ operation, params }) => {
      const { status, subscription } = params
      const billedCustomer = operation.store.get('subscription', subscription)?.customer
      const { customer = getId(billedCustomer) ?? undefined } = params
      return operation.listPage(
        '/v1/invoices',
        'invoice',
        { ...params, customer },
        (invoice) =>
          (status === undefined || invoice.status === status) &&
          (subscription === undefined || getSubscriptionId(invoice) === subscription),
      )
    },
  ),
]

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ENDPOINTS } from '../../stripe/billing.ts'

/** The method of the SDK for each endpoint that is served. */
const METHODS: Record<string, string> = {
  'POST /v1/products': 'products.create',
  'GET /v1/products/:id': 'products.retrieve',
  'POST /v1/products/:id': 'products.update',
  'GET /v1/products': 'products.list',
  'POST /v1/prices': 'prices.create',
  'POST /v1/prices/:id': 'prices.update',
  'GET /v1/prices': 'prices.list',
  'POST /v1/coupons': 'coupons.create',
  'GET /v1/coupons/:id': 'coupons.retrieve',
  'POST /v1/coupons/:id': 'coupons.update',
  'GET /v1/coupons': 'coupons.list',
  'POST /v1/customers': 'customers.create',
  'GET /v1/customers/:id': 'customers.retrieve',
  'POST /v1/customers/:id': 'customers.update',
  'DELETE /v1/customers/:id': 'customers.del',
  'GET /v1/customers': 'customers.list',
  'GET /v1/events': 'events.list',
  'POST /v1/webhook_endpoints': 'webhookEndpoints.create',
  'POST /v1/webhook_endpoints/:id': 'webhookEndpoints.update',
  'DELETE /v1/webhook_endpoints/:id': 'webhookEndpoints.del',
  'GET /v1/webhook_endpoints': 'webhookEndpoints.list',
  'POST /v1/payment_methods/:id/attach': 'paymentMethods.attach',
  'GET /v1/payment_method_configurations': 'paymentMethodConfigurations.list',
  'GET /v1/payment_intents/:id': 'paymentIntents.retrieve',
  'GET /v1/charges/:id': 'charges.retrieve',
  'GET /v1/charges': 'charges.list',
  'POST /v1/refunds': 'refunds.create',
  'GET /v1/refunds': 'refunds.list',
  'GET /v1/disputes/:id': 'disputes.retrieve',
  'POST /v1/subscriptions': 'subscriptions.create',
  'GET /v1/subscriptions/:id': 'subscriptions.retrieve',
  'POST /v1/subscriptions/:id': 'subscriptions.update',
  'DELETE /v1/subscriptions/:id': 'subscriptions.cancel',
  'POST /v1/subscriptions/:id/pause': 'subscriptions.pause',
  'GET /v1/subscriptions': 'subscriptions.list',
  'POST /v1/invoices/create_preview': 'invoices.createPreview',
  'GET /v1/invoices/:id': 'invoices.retrieve',
  'POST /v1/invoices/:id/pay': 'invoices.pay',
  'POST /v1/invoices/:id/void': 'invoices.voidInvoice',
  'POST /v1/invoices/:id/mark_uncollectible': 'invoices.markUncollectible',
  'GET /v1/invoices': 'invoices.list',
  'POST /v1/checkout/sessions': 'checkout.sessions.create',
  'GET /v1/checkout/sessions/:id': 'checkout.sessions.retrieve',
  'GET /v1/checkout/sessions/:id/line_items': 'checkout.sessions.listLineItems',
  'POST /v1/checkout/sessions/:id/expire': 'checkout.sessions.expire',
  'GET /v1/checkout/sessions': 'checkout.sessions.list',
  'POST /v1/billing_portal/configurations': 'configurations.create',
  'POST /v1/billing_portal/configurations/:id': 'configurations.update',
  'GET /v1/billing_portal/configurations': 'configurations.list',
  'POST /v1/billing_portal/sessions': 'billingPortal.sessions.create',
}

/** The text of the site, its scripts and its tests, outside of this package. */
function sources(): string {
  const root = join(import.meta.dirname, '../../../..')
  return ['app', 'lib', 'scripts', 'tests']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    .join('\n')
}

test('every endpoint that is served is used by the site, its scripts or its tests', () => {
  expect(ENDPOINTS.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(METHODS).sort())
  const text = sources()
  const unused = Object.values(METHODS).filter(
    (name) => !new RegExp(`\\b${name.split('.').join('\\s*\\.')}\\b`).test(text),
  )
  expect(unused).toEqual([])
})

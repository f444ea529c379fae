import { join } from 'node:path'
import type { Hono } from 'hono'
import type { Faults } from '../control/faults.ts'
import type { ClockControl, WebhookControl } from '../control/routes.ts'
import type { CloudEnvironment } from '../http/context.ts'
import { type Billing, openBilling } from './billing.ts'
import { watchDeliveries } from './webhooks/watch.ts'

/** What an integration of subscriptions has to hear of, and what the site's endpoint is sent. */
export const SITE_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.finalization_failed',
  'customer.deleted',
  'charge.refunded',
  'charge.dispute.created',
  'price.updated',
  'product.updated',
]

export type MountOptions = {
  dataDir: string
  /** The site's origin, whose endpoint is there from the start. */
  siteOrigin: string
  /** `http://localhost:4003`: the Stripe port as callers name it. */
  apiOrigin: string
  secretKey: string
  webhookSecret: string
  faults: Faults
  log: (line: string) => void
}

/** Billing for the Stripe port, with its state in `<dataDir>/billing/`. */
export function mountBilling(options: MountOptions): {
  billing: Billing
  app: Hono<CloudEnvironment>
  webhooks: WebhookControl
  clock: ClockControl
} {
  const { dataDir, siteOrigin, apiOrigin, secretKey, webhookSecret, faults, log } = options
  const { billing, app } = openBilling({
    file: join(dataDir, 'billing', 'account.sqlite'),
    pages: apiOrigin,
    secretKey,
    faults,
    log,
  })
  billing.registerSite({
    url: `${siteOrigin}/api/stripe/webhook`,
    secret: webhookSecret,
    events: SITE_EVENTS,
  })
  return {
    billing,
    app,
    webhooks: watchDeliveries(billing),
    clock: {
      read: () => ({ now: billing.clock.now(), offsetSeconds: billing.clock.offset }),
      advance: (seconds) => billing.advance(seconds),
    },
  }
}

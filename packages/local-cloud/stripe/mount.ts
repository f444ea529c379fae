import { join } from 'node:path'
import type { Hono } from 'hono'
import type { StripeAccount } from '../config.ts'
import type { CloudEnvironment } from '../http/context.ts'
import type { ClockControl } from '../http/controls.ts'
import type { Faults } from '../http/faults.ts'
import type { Inbox } from '../inbox/inbox.ts'
import { type Billing, openBilling } from './billing.ts'

export type MountOptions = {
  dataDir: string
  /** An endpoint that is there from the start. */
  webhook?: { url: string; events: string[] } | undefined
  /** `http://localhost:4003`: the Stripe port as callers name it. */
  apiOrigin: string
  secretKey: string
  webhookSecret: string
  account: StripeAccount
  inbox: Inbox
  faults: Faults
  log: (line: string) => void
}

/** Billing for the Stripe port, with its state in `<dataDir>/billing/`. */
export function mountBilling(options: MountOptions): {
  billing: Billing
  app: Hono<CloudEnvironment>
  clock: ClockControl
} {
  const { dataDir, webhook, apiOrigin, secretKey, webhookSecret, account, inbox, faults, log } = options
  const { billing, app } = openBilling({
    file: join(dataDir, 'billing', 'account.sqlite'),
    pages: apiOrigin,
    secretKey,
    businessName: account.businessName,
    receipts: {
      customerEmails: account.customerEmails,
      deliver: (mail, id) => inbox.deliver(mail, new Date(), id),
    },
    faults,
    log,
  })
  if (webhook) billing.registerSite({ ...webhook, secret: webhookSecret })
  return {
    billing,
    app,
    clock: {
      read: () => ({ now: billing.clock.now(), offsetSeconds: billing.clock.offset }),
      advance: (seconds) => billing.advance(seconds),
    },
  }
}

import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { Hono } from 'hono'
import type { StripeAccount } from '../config.ts'
import type { CloudEnvironment } from '../http/context.ts'
import type { ClockControl, WebhookControl } from '../http/controls.ts'
import { DeliveryQueue } from '../http/deliveryQueue.ts'
import type { Faults } from '../http/faults.ts'
import type { Inbox } from '../inbox/inbox.ts'
import { checkoutEndpoints } from './checkout/endpoints.ts'
import { MovableClock } from './clock.ts'
import { runDue, startAgenda } from './engine/agenda.ts'
import { createShuffle } from './events.ts'
import type { Permissions } from './http/access.ts'
import { createApiApp } from './http/app.ts'
import type { Endpoint } from './http/endpoint.ts'
import { checkoutPages } from './pages/checkout.ts'
import { invoicePages } from './pages/invoice.ts'
import { portalLoginPages, portalPages } from './pages/portal.ts'
import { configurationEndpoints, portalSessionEndpoints } from './portal/portal.ts'
import { type ReceiptOptions, ReceiptOutbox } from './receipts/outbox.ts'
import { catalogEndpoints } from './resources/catalog.ts'
import { customerEndpoints } from './resources/customers.ts'
import { createWebhookEndpoint, eventEndpoints, webhookEndpointEndpoints } from './resources/events.ts'
import { invoiceEndpoints } from './resources/invoices.ts'
import { paymentEndpoints } from './resources/payments.ts'
import { subscriptionEndpoints } from './resources/subscriptions.ts'
import { ObjectStore } from './store/objects.ts'
import type { StoredEvent } from './types.ts'
import { DeliveryStore, listReceivers, setSecret } from './webhooks/store.ts'
import { type Account, Work } from './work.ts'

/** Every endpoint that is served; other requests respond 501. */
const ENDPOINTS: readonly Endpoint[] = [
  ...catalogEndpoints,
  ...customerEndpoints,
  ...eventEndpoints,
  ...webhookEndpointEndpoints,
  ...paymentEndpoints,
  ...subscriptionEndpoints,
  ...invoiceEndpoints,
  ...checkoutEndpoints,
  ...configurationEndpoints,
  ...portalSessionEndpoints,
]

export type BillingOptions = {
  /** An SQLite file, or `:memory:`. */
  file: string
  pages: string
  secretKey: string
  /** The business's public name; “Local cloud” by default. */
  businessName?: string
  /** The emails to customers; none by default. */
  receipts?: ReceiptOptions
  /** The endpoint of the site; none by default. */
  webhook?: { url: string; secret: string; events: string[] } | undefined
  faults: Faults
  log: (line: string) => void
  machine?: () => number
  /** The seed of the order of events, from 0 to 2³² - 1; random by default. */
  seed?: number
}

/** A Stripe account on this machine. */
export type Billing = Account & {
  clock: MovableClock
  webhooks: WebhookControl
  restrictedKeys: Map<string, Permissions>
  /** Advances the account's time, and does what becomes due. Seconds. */
  advance: (seconds: number) => void
  /** Deletes every object but the webhook endpoints. */
  reset: () => void
  close: () => Promise<void>
}

const SITE_ENDPOINT = 'we_local_site'

function registerSite(
  { store, work }: Account,
  { url, secret, events }: NonNullable<BillingOptions['webhook']>,
): void {
  store.transaction(() => {
    const known = store.get('webhook_endpoint', SITE_ENDPOINT)
    setSecret(store, SITE_ENDPOINT, secret)
    if (known) store.put('webhook_endpoint', { ...known, url, enabled_events: events })
    else createWebhookEndpoint(work(), { id: SITE_ENDPOINT, url, secret, enabled_events: events })
  })
}

/** Opens the account, and the application that serves it. */
export function openBilling(options: BillingOptions): { billing: Billing; app: Hono<CloudEnvironment> } {
  const { pages, secretKey, faults, log, machine = Date.now, businessName = 'Local cloud' } = options
  const shuffle = createShuffle(options.seed ?? randomInt(2 ** 32))
  // Stripe promises no order: events are listed in one and delivered in another.
  const record = (events: readonly StoredEvent[]) => {
    receipts?.note(events)
    for (const event of shuffle(events))
      store.put('event', { ...event, pending_webhooks: listReceivers(store, event).length })
    for (const event of shuffle(events))
      for (const endpoint of listReceivers(store, event)) deliveries.enqueue(event, endpoint)
  }
  const store = new ObjectStore(options.file, record)
  const clock = new MovableClock(store, machine)
  const deliveries = new DeliveryStore(store)
  const queue = new DeliveryQueue(deliveries, { drop: 0, delayMs: 0, duplicate: false, reorder: false })
  const account: Account = {
    store,
    work: (origin) => new Work({ store, clock, pages, businessName }, origin),
    wake: () => {
      queue.wakeAll()
      receipts?.send()
    },
  }
  const receipts = options.receipts && new ReceiptOutbox(store, account.work, options.receipts, log)
  if (options.webhook) registerSite(account, options.webhook)
  const agenda = { ...account, clock, log }
  const stopAgenda = startAgenda(agenda)
  const billing: Billing = {
    ...account,
    clock,
    restrictedKeys: new Map(),
    webhooks: {
      recent: () => deliveries.latest(),
      replay: (id) => {
        const endpoint = deliveries.resend(id)
        if (endpoint !== undefined) queue.wake(endpoint, { ignoreBackoff: true })
        return endpoint !== undefined
      },
      changeDisturbance: (change) => queue.changeDisturbance(change),
      readDisturbance: () => queue.readDisturbance(),
      pending: () => deliveries.pendingCount(),
    },
    advance: (seconds) => {
      store.transaction(() => clock.advance(seconds))
      runDue(agenda)
    },
    reset: () =>
      store.transaction(() => {
        store.db.exec("delete from objects where kind <> 'webhook_endpoint'")
        for (const table of ['webhook_deliveries', 'idempotency']) store.db.exec(`delete from ${table}`)
        store.db.exec("delete from settings where name not like 'secret:%'")
      }),
    close: async () => {
      stopAgenda()
      await queue.close()
      store.close()
    },
  }
  const app = createApiApp(account, {
    secretKey,
    restrictedKeys: billing.restrictedKeys,
    endpoints: ENDPOINTS,
    pages: [
      checkoutPages(account),
      portalPages(account),
      portalLoginPages(account, (id, mail) => receipts?.enqueue(id, mail)),
      invoicePages(account),
    ],
    faults,
    log,
    machine,
  })
  return { billing, app }
}

/** The account of the Stripe port, with its data in `<dataDir>/billing/`. */
export function mountBilling({
  dataDir,
  webhook,
  apiOrigin,
  webhookSecret,
  account,
  inbox,
  ...options
}: Pick<BillingOptions, 'secretKey' | 'faults' | 'log'> & {
  dataDir: string
  webhook?: { url: string; events: string[] } | undefined
  /** The origin of the Stripe port, without a slash at the end. */
  apiOrigin: string
  webhookSecret: string
  account: StripeAccount
  inbox: Inbox
}): { billing: Billing; app: Hono<CloudEnvironment>; clock: ClockControl } {
  const { billing, app } = openBilling({
    ...options,
    file: join(dataDir, 'billing', 'account.sqlite'),
    pages: apiOrigin,
    businessName: account.businessName,
    webhook: webhook && { ...webhook, secret: webhookSecret },
    receipts: {
      customerEmails: account.customerEmails,
      deliver: (mail, id) => inbox.deliver(mail, new Date(), id),
    },
  })
  const clock: ClockControl = {
    read: () => ({ now: billing.clock.now(), offsetSeconds: billing.clock.offset }),
    advance: (seconds) => billing.advance(seconds),
  }
  return { billing, app, clock }
}

import { randomInt } from 'node:crypto'
import type { Hono } from 'hono'
import type { CloudEnvironment } from '../http/context.ts'
import { DeliveryQueue } from '../http/deliveryQueue.ts'
import { DeliveryStore } from '../http/deliveryStore.ts'
import type { Faults } from '../http/faults.ts'
import type { OutgoingMail } from '../inbox/inbox.ts'
import { checkoutEndpoints } from './checkout/endpoints.ts'
import { MovableClock } from './clock.ts'
import { runDueChanges, startDueChangesTimer } from './engine/dueChanges.ts'
import { createShuffle } from './events.ts'
import type { Permissions } from './http/access.ts'
import { createApiApp } from './http/app.ts'
import type { Endpoint } from './http/endpoint.ts'
import { type Account, Operation } from './operation.ts'
import { createCheckoutPages } from './pages/checkout.ts'
import { createInvoicePages } from './pages/invoice.ts'
import { createPortalLoginPages, createPortalPages } from './pages/portal.ts'
import { portalEndpoints } from './portal/portal.ts'
import { catalogEndpoints } from './resources/catalog.ts'
import { customerEndpoints } from './resources/customers.ts'
import { createWebhookEndpoint, eventEndpoints, webhookEndpointEndpoints } from './resources/events.ts'
import { invoiceEndpoints } from './resources/invoices.ts'
import { paymentEndpoints } from './resources/payments.ts'
import { subscriptionEndpoints } from './resources/subscriptions.ts'
import { ObjectStore } from './store/objects.ts'
import type { StoredEvent } from './types.ts'
import { createEventSender, type EventMessage, listReceivers, setWebhookSecret } from './webhooks/sender.ts'

/** Every API endpoint that is served; requests to other endpoints return 501. */
const ENDPOINTS: readonly Endpoint[] = [
  ...catalogEndpoints,
  ...customerEndpoints,
  ...eventEndpoints,
  ...webhookEndpointEndpoints,
  ...paymentEndpoints,
  ...subscriptionEndpoints,
  ...invoiceEndpoints,
  ...checkoutEndpoints,
  ...portalEndpoints,
]

export type BillingOptions = {
  /** An SQLite file, or `:memory:`. */
  file: string
  /** The origin of the hosted pages, without a trailing slash. */
  pagesOrigin: string
  secretKey: string
  /** The business's public name; “Local cloud” by default. */
  businessName?: string
  /** Delivers an email to the inbox. By default none are sent. */
  deliverMail?: (mail: OutgoingMail) => void
  /** The site's webhook endpoint. By default the site has none. */
  webhook?: { url: string; secret: string; events: string[] } | undefined
  faults: Faults
  log: (line: string) => void
  /** Returns the machine's Unix time in milliseconds. */
  getMachineTimeMs?: () => number
  /** The seed for the event order, from 0 to 2³² - 1; random by default. */
  seed?: number
}

/** A Stripe account on this machine. */
export type Billing = Account & {
  webhooks: DeliveryQueue<EventMessage>
  restrictedKeys: Map<string, Permissions>
  /** Advances the account's time, and applies the changes that become due. */
  advance: (seconds: number) => void
  /** Deletes everything but the webhook endpoints. The clock returns to the machine's time. */
  reset: () => void
  close: () => Promise<void>
}

const SITE_ENDPOINT_ID = 'we_local_site'

function registerSiteEndpoint(
  { store, startOperation }: Account,
  { url, secret, events }: NonNullable<BillingOptions['webhook']>,
): void {
  store.transaction(() => {
    const existing = store.get('webhook_endpoint', SITE_ENDPOINT_ID)
    setWebhookSecret(store, SITE_ENDPOINT_ID, secret)
    if (existing) store.put({ ...existing, url, enabled_events: events })
    else
      createWebhookEndpoint(startOperation(), { id: SITE_ENDPOINT_ID, url, secret, enabled_events: events })
  })
}

/** Opens the account, and creates the application that serves it. */
export function openBilling(options: BillingOptions): { billing: Billing; app: Hono<CloudEnvironment> } {
  const {
    pagesOrigin,
    secretKey,
    faults,
    log,
    getMachineTimeMs = Date.now,
    businessName = 'Local cloud',
  } = options
  const shuffle = createShuffle(options.seed ?? randomInt(2 ** 32))
  // Stripe does not guarantee an order, so the list of events and their deliveries are shuffled separately.
  const recordEvents = (events: readonly StoredEvent[]) => {
    for (const event of shuffle(events))
      store.put({ ...event, pending_webhooks: listReceivers(store, event).length })
    for (const event of shuffle(events))
      for (const endpoint of listReceivers(store, event))
        deliveries.enqueue(endpoint.id, event.id, { type: event.type })
  }
  const store = new ObjectStore(options.file, recordEvents)
  const clock = new MovableClock(store, getMachineTimeMs)
  const deliveries = new DeliveryStore<EventMessage>(store.db)
  const webhooks = new DeliveryQueue(deliveries, createEventSender(store, deliveries))
  const account: Account = {
    store,
    clock,
    startOperation: (request) => new Operation({ store, clock, pagesOrigin, businessName }, request),
    sendPending: () => webhooks.wakeAll(),
  }
  if (options.webhook) registerSiteEndpoint(account, options.webhook)
  const stopDueChangesTimer = startDueChangesTimer(account, log)
  const billing: Billing = {
    ...account,
    restrictedKeys: new Map(),
    webhooks,
    advance: (seconds) => {
      store.transaction(() => clock.advance(seconds))
      runDueChanges(account, log)
    },
    reset: () =>
      store.transaction(() => {
        store.db.exec("delete from objects where kind <> 'webhook_endpoint'")
        store.db.exec('delete from idempotency')
        deliveries.clear()
        store.db.exec("delete from settings where name not like 'secret:%'")
      }),
    close: async () => {
      stopDueChangesTimer()
      await webhooks.close()
      store.close()
    },
  }
  const app = createApiApp(account, {
    secretKey,
    restrictedKeys: billing.restrictedKeys,
    endpoints: ENDPOINTS,
    pages: [
      createCheckoutPages(account),
      createPortalPages(account),
      createPortalLoginPages(account, options.deliverMail ?? (() => {})),
      createInvoicePages(account),
    ],
    faults,
    log,
    getMachineTimeMs,
  })
  return { billing, app }
}

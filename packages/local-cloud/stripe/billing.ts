import { randomInt } from 'node:crypto'
import type { Hono } from 'hono'
import type { CloudEnvironment } from '../http/context.ts'
import type { WebhookControl } from '../http/controls.ts'
import { DeliveryQueue } from '../http/deliveryQueue.ts'
import type { Faults } from '../http/faults.ts'
import { MovableClock } from './clock.ts'
import { endpointsOf } from './endpoints.ts'
import { advanceAll, keepTime, runTestClock } from './engine/agenda.ts'
import { EventOrder } from './events/order.ts'
import { recordEvents } from './events/record.ts'
import type { Permissions } from './http/access.ts'
import { createApiApp } from './http/app.ts'
import { checkoutPages } from './pages/checkout.ts'
import { invoicePages } from './pages/invoice.ts'
import { portalPages } from './pages/portal.ts'
import { portalLoginPages } from './pages/portalLogin.ts'
import { receiptPages } from './pages/receipt.ts'
import { type ReceiptOptions, ReceiptOutbox } from './receipts/outbox.ts'
import { createWebhookEndpoint } from './resources/webhookEndpoints.ts'
import { ObjectStore } from './store/objects.ts'
import { deliveryOutbox } from './webhooks/outbox.ts'
import { keepSecret } from './webhooks/secrets.ts'
import { DeliveryStore } from './webhooks/store.ts'
import { watchDeliveries } from './webhooks/watch.ts'
import { type Account, Work } from './work.ts'

export type BillingOptions = {
  /** An SQLite file, or `:memory:`. */
  file: string
  /** The origin of the Stripe port, without a slash at the end. */
  pages: string
  secretKey: string
  /** The business's public name; “Local cloud” by default. */
  businessName?: string
  /** What customers are mailed about; nothing by default. */
  receipts?: ReceiptOptions
  faults: Faults
  log: (line: string) => void
  /** The machine's clock. Milliseconds since 1970. */
  machine?: () => number
  /** What the order of events depends on, a whole number from 0 to 2³² - 1; another one every time by default. */
  seed?: number
}

/** A Stripe account on this machine. */
export type Billing = Account & {
  clock: MovableClock
  webhooks: WebhookControl
  /** Restricted keys beside the secret key, with what each may do. */
  restrictedKeys: Map<string, Permissions>
  /** In which order the events of one call are listed and delivered. */
  eventOrder: EventOrder
  /** Makes sure that the endpoint of the site exists, with this secret. */
  registerSite: (endpoint: { url: string; secret: string; events: string[] }) => void
  /** Moves the account's time and its test clocks on, and does what becomes due. Seconds. */
  advance: (seconds: number) => void
  /** Removes every object but the webhook endpoints. */
  reset: () => void
  close: () => Promise<void>
}

/** The endpoint that is there from the start has the same id in every data folder. */
const SITE_ENDPOINT = 'we_local_site'

/** Opens the account, and the application that answers for it. */
export function openBilling(options: BillingOptions): { billing: Billing; app: Hono<CloudEnvironment> } {
  const { pages, secretKey, faults, log, machine = Date.now, businessName = 'Local cloud' } = options
  const store = new ObjectStore(options.file)
  const clock = new MovableClock(store, machine)
  const deliveries = new DeliveryStore(store)
  const eventOrder = new EventOrder(options.seed ?? randomInt(2 ** 32))
  store.recordWith((events) => {
    receipts?.note(events)
    recordEvents(store, deliveries, events, eventOrder)
  })
  const queue = new DeliveryQueue(deliveryOutbox(store, deliveries), {
    drop: 0,
    delayMs: 0,
    duplicate: false,
    reorder: false,
  })
  let closed = false
  const account: Account = {
    store,
    work: (origin) => new Work({ store, clock, pages, businessName, ...(origin ? { origin } : {}) }),
    wake: () => {
      queue.wakeAll()
      receipts?.send()
    },
  }
  const receipts = options.receipts && new ReceiptOutbox(store, account.work, options.receipts, log)
  const agenda = { ...account, clock, log }
  const billing: Billing = {
    ...account,
    clock,
    eventOrder,
    restrictedKeys: new Map(),
    webhooks: watchDeliveries(store, deliveries, queue),
    registerSite: ({ url, secret, events }) =>
      store.transaction(() => {
        const known = store.get('webhook_endpoint', SITE_ENDPOINT)
        keepSecret(store, SITE_ENDPOINT, secret)
        if (known) return store.put('webhook_endpoint', { ...known, url, enabled_events: events })
        createWebhookEndpoint(account.work(), { id: SITE_ENDPOINT, url, secret, enabled_events: events })
      }),
    advance: (seconds) => advanceAll(agenda, seconds),
    reset: () => {
      const endpoints = store.all('webhook_endpoint').reverse()
      store.transaction(() => {
        for (const table of ['objects', 'deliveries', 'delivery_attempts', 'idempotency']) {
          store.db.exec(`delete from ${table}`)
        }
        store.db.exec("delete from settings where name not like 'secret:%'")
        for (const kept of endpoints) store.put('webhook_endpoint', kept)
      })
    },
    close: async () => {
      closed = true
      stopTime()
      await queue.close()
      store.close()
    },
  }
  const endpoints = endpointsOf((id, target) => {
    setImmediate(() => {
      if (closed) return
      try {
        runTestClock(agenda, id, target)
      } catch (error) {
        log(`local cloud: the test clock ${id} stopped: ${error}`)
      }
    })
  })
  const stopTime = keepTime(agenda)
  const hosted = [
    checkoutPages(account),
    portalPages(account),
    portalLoginPages(account, (id, mail) => receipts?.keep(id, mail)),
    invoicePages(account),
    receiptPages(account),
  ]
  return {
    billing,
    app: createApiApp(account, {
      secretKey,
      restrictedKeys: billing.restrictedKeys,
      endpoints,
      pages: hosted,
      faults,
      log,
      machine,
    }),
  }
}

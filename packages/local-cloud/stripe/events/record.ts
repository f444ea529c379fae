import type { ObjectStore } from '../store/objects.ts'
import type { StoredEvent } from '../types.ts'
import { enqueueDelivery, listeners } from '../webhooks/enqueue.ts'
import type { EventOrder } from './order.ts'

/**
 * Records the events of one call, and notes what endpoints are to be sent. Stripe promises no order
 * (https://docs.stripe.com/webhooks#event-ordering): they are listed in one, and delivered in another.
 */
export function recordEvents(store: ObjectStore, events: readonly StoredEvent[], order: EventOrder): void {
  for (const event of order.shuffled(events)) {
    store.put('event', { ...event, pending_webhooks: listeners(store, event).length })
  }
  for (const event of order.shuffled(events)) {
    for (const endpoint of listeners(store, event)) enqueueDelivery(store, event, endpoint)
  }
}

import type { ObjectStore } from '../store/objects.ts'
import type { StoredEvent } from '../types.ts'
import { listeners } from '../webhooks/listeners.ts'
import type { DeliveryStore } from '../webhooks/store.ts'
import type { EventOrder } from './order.ts'

/**
 * Records the events of one call, and notes what endpoints are to be sent. Stripe promises no order
 * (https://docs.stripe.com/webhooks#event-ordering): they are listed in one, and delivered in another.
 */
export function recordEvents(
  store: ObjectStore,
  deliveries: DeliveryStore,
  events: readonly StoredEvent[],
  order: EventOrder,
): void {
  for (const event of order.shuffled(events)) {
    store.put('event', { ...event, pending_webhooks: listeners(store, event).length })
  }
  for (const event of order.shuffled(events)) {
    for (const endpoint of listeners(store, event)) deliveries.enqueue(event, endpoint)
  }
}

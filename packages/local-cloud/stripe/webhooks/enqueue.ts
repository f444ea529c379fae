import { matchesType } from '../eventTypes.ts'
import { newId } from '../ids.ts'
import type { ObjectStore } from '../store/objects.ts'
import type { Objects, StoredEvent } from '../types.ts'

type Endpoint = Objects['webhook_endpoint']

/** The endpoints that are to be sent an event. */
export function listeners(store: ObjectStore, event: StoredEvent): Endpoint[] {
  return store
    .all('webhook_endpoint')
    .filter(
      ({ status, enabled_events }) =>
        status === 'enabled' && enabled_events.some((filter) => matchesType(event.type, filter)),
    )
}

/** Notes that an endpoint is to be sent an event, in the same transaction. */
export function enqueueDelivery(store: ObjectStore, event: StoredEvent, endpoint: Endpoint): void {
  const now = new Date()
  store
    .prepare(
      `insert into deliveries (id, event_id, endpoint_id, status, failures, due_at, created_at)
       values (?, ?, ?, 'pending', 0, ?, ?)`,
    )
    .run(newId('whd', 24), event.id, endpoint.id, now.getTime(), now.toISOString())
}

import { matchesType } from '../eventTypes.ts'
import { newId } from '../ids.ts'
import type { ObjectStore } from '../store/objects.ts'
import type { StoredEvent } from '../types.ts'

/** Notes what endpoints are to be sent about an event, in the same transaction. Returns how many they are. */
export function enqueueDeliveries(store: ObjectStore, event: StoredEvent): number {
  const endpoints = store
    .all('webhook_endpoint')
    .filter(
      ({ status, enabled_events }) =>
        status === 'enabled' && enabled_events.some((filter) => matchesType(event.type, filter)),
    )
  const insert = store.prepare(
    `insert into deliveries (id, event_id, endpoint_id, status, failures, due_at, created_at)
     values (?, ?, ?, 'pending', 0, ?, ?)`,
  )
  const now = new Date()
  for (const endpoint of endpoints) {
    insert.run(newId('whd', 24), event.id, endpoint.id, now.getTime(), now.toISOString())
  }
  return endpoints.length
}

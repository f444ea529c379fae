import { matchesType } from '../eventTypes.ts'
import type { ObjectStore } from '../store/objects.ts'
import type { Objects, StoredEvent } from '../types.ts'

/** The endpoints that are to be sent an event. */
export function listeners(store: ObjectStore, event: StoredEvent): Objects['webhook_endpoint'][] {
  return store
    .all('webhook_endpoint')
    .filter(
      ({ status, enabled_events }) =>
        status === 'enabled' && enabled_events.some((filter) => matchesType(event.type, filter)),
    )
}

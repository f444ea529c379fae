import type { Outbox } from '../../http/deliveryQueue.ts'
import type { ObjectStore } from '../store/objects.ts'
import { deliver } from './deliver.ts'
import { endpointSecret } from './secrets.ts'
import type { Delivery, DeliveryStore } from './store.ts'

/** The deliveries to endpoints, as a queue sends them. */
export function deliveryOutbox(objects: ObjectStore, store: DeliveryStore): Outbox<Delivery> {
  return {
    receivers: () => store.receivers(),
    due: (endpointId, now, newestFirst) => store.due(endpointId, now, newestFirst),
    nextDue: (endpointId) => store.nextDue(endpointId),
    expire: (endpointId, before) => store.expire(endpointId, before),
    settle: (delivery, ...standing) => store.settle(delivery, ...standing),
    async send(delivery, stop) {
      const endpoint = objects.get('webhook_endpoint', delivery.endpointId)
      const event = objects.get('event', delivery.eventId)
      if (!endpoint || !event || endpoint.status !== 'enabled') return 'dropped'
      const attempt = await deliver(endpoint, endpointSecret(objects, endpoint.id), event, stop)
      if (!stop.aborted) store.record(delivery.id, attempt)
      if (attempt.failureReason === null) return 'success'
      return attempt.resultCode === null ? 'absent' : 'failure'
    },
  }
}

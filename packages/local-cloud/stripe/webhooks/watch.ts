import type { WebhookControl } from '../../http/controls.ts'
import type { DeliveryQueue } from '../../http/deliveryQueue.ts'
import type { ObjectStore } from '../store/objects.ts'
import type { Delivery, DeliveryStore } from './store.ts'

/** The deliveries for the control API and the console. */
export function watchDeliveries(
  store: ObjectStore,
  deliveries: DeliveryStore,
  queue: DeliveryQueue<Delivery>,
): WebhookControl {
  return {
    recent: () => {
      const endpoints = new Map(store.all('webhook_endpoint').map(({ id, url }) => [id, url]))
      return deliveries.latest().map((delivery) => {
        const event = store.get('event', delivery.eventId)
        return {
          ...delivery,
          type: event?.type ?? '',
          object: event?.data.object.id ?? '',
          endpoint: endpoints.get(delivery.endpointId) ?? delivery.endpointId,
          attempts: deliveries.attempts(delivery.id),
        }
      })
    },
    replay: (id) => {
      const [delivery] = id.startsWith('evt_') ? deliveries.ofEvent(id) : [deliveries.get(id)]
      if (!delivery) return false
      deliveries.sendAgain(delivery)
      queue.wake(delivery.endpointId, true)
      return true
    },
    disturb: (change) => queue.disturb(change),
    disturbance: () => queue.disturbed(),
    pending: () => deliveries.pendingCount(),
  }
}

import { createHmac } from 'node:crypto'
import { attemptDelivery } from '../../http/attemptDelivery.ts'
import type { Sender } from '../../http/deliveryQueue.ts'
import type { DeliveryStore } from '../../http/deliveryStore.ts'
import type { ObjectStore } from '../store/objects.ts'
import type { EventType, Objects, StoredEvent } from '../types.ts'

const TIMEOUT_MS = 20_000

/** The content of a delivery. The delivery's `subject` is the event's id. */
export type EventMessage = { type: EventType }

/** Stores the secret that signs an endpoint's deliveries. The API returns it only when the endpoint is created. */
export function setWebhookSecret(store: ObjectStore, endpointId: string, secret: string): void {
  store.setSetting(`secret:${endpointId}`, secret)
}

/** Lists the enabled endpoints that receive an event. */
export function listReceivers(store: ObjectStore, { type }: StoredEvent): Objects['webhook_endpoint'][] {
  return store
    .list('webhook_endpoint')
    .filter(
      ({ status, enabled_events }) =>
        status === 'enabled' && enabled_events.some((name) => name === '*' || name === type),
    )
}

/** Sends signed events (https://docs.stripe.com/webhooks/signature), and updates the events' `pending_webhooks`. */
export function createEventSender(
  store: ObjectStore,
  deliveries: DeliveryStore<EventMessage>,
): Sender<EventMessage> {
  return {
    receivers: () => store.list('webhook_endpoint').map(({ id }) => id),
    async send({ receiver, subject }, stop) {
      const endpoint = store.get('webhook_endpoint', receiver)
      const event = store.get('event', subject)
      if (!event || endpoint?.status !== 'enabled') return undefined
      const secret = store.getSetting(`secret:${receiver}`) ?? ''
      const body = JSON.stringify(event, null, 2)
      // Clients compare the timestamp with the machine's time, not with the account's.
      const timestamp = Math.floor(Date.now() / 1000)
      const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
      return attemptDelivery(endpoint.url, {
        timeoutMs: TIMEOUT_MS,
        stop,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks; local cloud)',
          'stripe-signature': `t=${timestamp},v1=${signature}`,
        },
        body,
      })
    },
    onSettled({ subject }) {
      const event = store.get('event', subject)
      if (event) store.put({ ...event, pending_webhooks: deliveries.countUndelivered(subject) })
    },
  }
}

import { isLoopback } from '../../config.ts'
import { notSupported } from '../errors.ts'
import { API_VERSION } from '../events.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { createId, createRandomText } from '../ids.ts'
import { flag, listOf, oneOf, required, text } from '../params/fields.ts'
import { listFields, url } from '../params/shared.ts'
import type { Objects } from '../types.ts'
import { dropDeliveries, setSecret } from '../webhooks/store.ts'
import type { Work } from '../work.ts'

type WebhookEndpoint = Objects['webhook_endpoint']

/** Parses the URL of a webhook endpoint. Rejects other hosts than this machine. */
const loopbackUrl: typeof url = (raw, param) => {
  const value = url(raw, param)
  if (value === undefined || isLoopback(new URL(value).hostname)) return value
  throw notSupported(`webhooks to "${value}": only to this machine`)
}

/** Creates an endpoint. The response has its secret, which is `whsec_` and random letters by default. */
export function createWebhookEndpoint(
  work: Work,
  params: { id?: string; url: string; enabled_events: string[]; secret?: string },
): WebhookEndpoint & { secret: string } {
  const created: WebhookEndpoint = {
    id: params.id ?? createId('we', 24),
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    application: null,
    created: work.now(),
    description: null,
    enabled_events: params.enabled_events,
    livemode: false,
    metadata: {},
    status: 'enabled',
    url: params.url,
  }
  const secret = params.secret ?? `whsec_${createRandomText(32)}`
  setSecret(work.store, created.id, secret)
  work.store.put('webhook_endpoint', created)
  return { ...created, secret }
}

/** `/v1/webhook_endpoints` */
export const webhookEndpointEndpoints: Endpoint[] = [
  endpoint(
    'POST',
    '/v1/webhook_endpoints',
    {
      url: required(loopbackUrl),
      enabled_events: required(listOf(text(), 300)),
      api_version: oneOf([API_VERSION]),
    },
    ({ work, params }) => createWebhookEndpoint(work, params),
  ),
  endpoint(
    'POST',
    '/v1/webhook_endpoints/:id',
    { enabled_events: listOf(text(), 300), disabled: flag() },
    ({ work, params, path }) => {
      const before = work.need('webhook_endpoint', path('id'))
      const { enabled_events = before.enabled_events, disabled } = params
      const status = disabled === undefined ? before.status : disabled ? 'disabled' : 'enabled'
      const updated = { ...before, enabled_events, status }
      work.store.put('webhook_endpoint', updated)
      return updated
    },
  ),
  endpoint('DELETE', '/v1/webhook_endpoints/:id', {}, ({ work, path }) => {
    const { id } = work.need('webhook_endpoint', path('id'))
    dropDeliveries(work.store, id)
    return work.store.replaceWithTombstone('webhook_endpoint', id)
  }),
  endpoint('GET', '/v1/webhook_endpoints', listFields, ({ work, params }) =>
    work.page('/v1/webhook_endpoints', 'webhook_endpoint', params),
  ),
]

/** `/v1/events` */
export const eventEndpoints: Endpoint[] = [
  endpoint(
    'GET',
    '/v1/events',
    { ...listFields, delivery_success: flag(), type: text(), types: listOf(text(), 50) },
    ({ work, params }) => {
      const { type, types = type && [type], delivery_success } = params
      return work.page('/v1/events', 'event', params, {
        matches: (event) =>
          (!types || types.includes(event.type)) &&
          (delivery_success === undefined || (event.pending_webhooks === 0) === delivery_success),
      })
    },
  ),
]

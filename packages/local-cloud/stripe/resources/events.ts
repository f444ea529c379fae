import { isLoopback } from '../../config.ts'
import { invalid, notSupported } from '../errors.ts'
import { API_VERSION, matchesType } from '../events.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { newId, randomText } from '../ids.ts'
import { flag, listOf, oneOf, required, scalar, text } from '../params/fields.ts'
import { listFields } from '../params/shared.ts'
import type { Objects } from '../types.ts'
import { dropDeliveries, setSecret } from '../webhooks/store.ts'
import type { Work } from '../work.ts'

type WebhookEndpoint = Objects['webhook_endpoint']

const url = scalar((value, param) => {
  const parsed = URL.parse(value)
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol)) {
    throw invalid('Invalid URL: An explicit scheme (such as https) must be provided.', param, 'url_invalid')
  }
  if (!isLoopback(parsed.hostname))
    throw notSupported(`webhooks to "${parsed.hostname}": only to this machine`)
  return value
})

/** Creates an endpoint. The response has its secret, which is `whsec_` and random letters by default. */
export function createWebhookEndpoint(
  work: Work,
  params: { id?: string; url: string; enabled_events: string[]; secret?: string },
): WebhookEndpoint & { secret: string } {
  const created: WebhookEndpoint = {
    id: params.id ?? newId('we', 24),
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
  const secret = params.secret ?? `whsec_${randomText(32)}`
  setSecret(work.store, created.id, secret)
  work.store.put('webhook_endpoint', created)
  return { ...created, secret }
}

/** `/v1/webhook_endpoints` */
export const webhookEndpointEndpoints: Endpoint[] = [
  endpoint(
    'POST',
    '/v1/webhook_endpoints',
    { url: required(url), enabled_events: required(listOf(text(), 300)), api_version: oneOf([API_VERSION]) },
    ({ work, params }) => createWebhookEndpoint(work, params),
  ),
  endpoint(
    'POST',
    '/v1/webhook_endpoints/:id',
    { url, enabled_events: listOf(text(), 300), disabled: flag() },
    ({ work, params, path }) => {
      const before = work.need('webhook_endpoint', path('id'))
      const { url = before.url, enabled_events = before.enabled_events, disabled } = params
      const status = disabled === undefined ? before.status : disabled ? 'disabled' : 'enabled'
      const updated = { ...before, url, enabled_events, status }
      work.store.put('webhook_endpoint', updated)
      return updated
    },
  ),
  endpoint('DELETE', '/v1/webhook_endpoints/:id', {}, ({ work, path }) => {
    const { id } = work.need('webhook_endpoint', path('id'))
    dropDeliveries(work.store, id)
    return work.store.bury('webhook_endpoint', id)
  }),
  endpoint('GET', '/v1/webhook_endpoints', listFields, ({ work, params }) =>
    work.page('/v1/webhook_endpoints', 'webhook_endpoint', params),
  ),
]

/** How long events are listed (https://docs.stripe.com/api/events). Seconds, 30 days. */
const LISTED_TIME = 30 * 24 * 3600

/** `/v1/events` */
export const eventEndpoints: Endpoint[] = [
  endpoint(
    'GET',
    '/v1/events',
    { ...listFields, delivery_success: flag(), type: text(), types: listOf(text(), 50) },
    ({ work, params }) => {
      const { type, types = [type ?? '*'], delivery_success } = params
      const oldest = work.now() - LISTED_TIME
      return work.page('/v1/events', 'event', params, {
        matches: (event) =>
          event.created >= oldest &&
          types.some((filter) => matchesType(event.type, filter)) &&
          (delivery_success === undefined || (event.pending_webhooks === 0) === delivery_success),
      })
    },
  ),
]

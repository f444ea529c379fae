import { isLoopback } from '../../config.ts'
import { invalid, notSupported } from '../errors.ts'
import { API_VERSION } from '../events/version.ts'
import { isEventType } from '../eventTypes.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { newId, randomText } from '../ids.ts'
import { clearable, flag, listOf, oneOf, required, scalar, text } from '../params/fields.ts'
import { mergeMetadata, metadata, pageFields } from '../params/shared.ts'
import type { Objects } from '../types.ts'
import { keepSecret } from '../webhooks/secrets.ts'
import { dropDeliveries } from '../webhooks/store.ts'
import type { Work } from '../work.ts'

type WebhookEndpoint = Objects['webhook_endpoint']

/** Stripe allows so many for an account. */
const MOST_ENDPOINTS = 16

const eventType = scalar((value, param) => {
  if (isEventType(value)) return value
  throw invalid(`Invalid ${param}: ${value} is not an event type.`, param)
})

const url = scalar((value, param) => {
  const parsed = URL.parse(value)
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol)) {
    throw invalid('Invalid URL: An explicit scheme (such as https) must be provided.', param, 'url_invalid')
  }
  if (!isLoopback(parsed.hostname))
    throw notSupported(`webhooks to "${parsed.hostname}": only to this machine`)
  return value
})

/** Creates an endpoint with a secret. */
export function createWebhookEndpoint(
  work: Work,
  params: { id?: string; url: string; enabled_events: string[]; description?: string; secret?: string },
): WebhookEndpoint & { secret: string } {
  const created: WebhookEndpoint = {
    id: params.id ?? newId('we', 24),
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    application: null,
    created: work.now(),
    description: params.description ?? null,
    enabled_events: params.enabled_events,
    livemode: false,
    metadata: {},
    status: 'enabled',
    url: params.url,
  }
  const secret = params.secret ?? `whsec_${randomText(32)}`
  keepSecret(work.store, created.id, secret)
  work.store.put('webhook_endpoint', created)
  return { ...created, secret }
}

/** `/v1/webhook_endpoints` */
export const webhookEndpointEndpoints: Endpoint[] = [
  endpoint(
    'POST',
    '/v1/webhook_endpoints',
    {
      url: required(url),
      enabled_events: required(listOf(eventType, 300)),
      api_version: oneOf([API_VERSION]),
      description: clearable(text()),
      metadata,
    },
    ({ work, params }) => {
      if (params.enabled_events.length === 0) {
        throw invalid('You must specify at least one event.', 'enabled_events')
      }
      if (work.store.all('webhook_endpoint').length >= MOST_ENDPOINTS) {
        throw invalid(`You have reached the maximum of ${MOST_ENDPOINTS} test webhook endpoints.`)
      }
      const created = createWebhookEndpoint(work, {
        url: params.url,
        enabled_events: params.enabled_events,
        ...(params.description ? { description: params.description } : {}),
      })
      const { secret, ...endpointObject } = created
      const complete = {
        ...endpointObject,
        api_version: params.api_version ?? null,
        metadata: mergeMetadata(null, params.metadata),
      }
      work.store.put('webhook_endpoint', complete)
      return { ...complete, secret }
    },
    ['connect'],
  ),
  endpoint('GET', '/v1/webhook_endpoints/:id', {}, ({ work, path }) =>
    work.need('webhook_endpoint', path('id')),
  ),
  endpoint(
    'POST',
    '/v1/webhook_endpoints/:id',
    {
      url,
      enabled_events: listOf(eventType, 300),
      description: clearable(text()),
      disabled: flag(),
      metadata,
    },
    ({ work, params, path }) => {
      const before = work.need('webhook_endpoint', path('id'))
      const updated: WebhookEndpoint = {
        ...before,
        url: params.url ?? before.url,
        enabled_events: params.enabled_events ?? before.enabled_events,
        description: params.description === undefined ? before.description : params.description,
        metadata: mergeMetadata(before.metadata, params.metadata),
        ...(params.disabled === undefined ? {} : { status: params.disabled ? 'disabled' : 'enabled' }),
      }
      work.store.put('webhook_endpoint', updated)
      return updated
    },
  ),
  endpoint('DELETE', '/v1/webhook_endpoints/:id', {}, ({ work, path }) => {
    const found = work.need('webhook_endpoint', path('id'))
    dropDeliveries(work.store, found.id)
    return work.store.bury('webhook_endpoint', found.id)
  }),
  endpoint('GET', '/v1/webhook_endpoints', pageFields, ({ work, params }) =>
    work.page('/v1/webhook_endpoints', 'webhook_endpoint', params),
  ),
]

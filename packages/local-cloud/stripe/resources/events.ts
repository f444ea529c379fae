import { isLoopback } from '../../config.ts'
import { createUnsupportedError } from '../errors.ts'
import { API_VERSION } from '../events.ts'
import { defineEndpoint, defineList, type Endpoint } from '../http/endpoint.ts'
import { createId, createRandomText } from '../ids.ts'
import type { Operation } from '../operation.ts'
import { url } from '../params/commonFields.ts'
import { flag, listOf, oneOf, required, text } from '../params/fields.ts'
import type { Objects } from '../types.ts'
import { setWebhookSecret } from '../webhooks/sender.ts'

type WebhookEndpoint = Objects['webhook_endpoint']

/** Parses the URL of a webhook endpoint. Throws a 501 for a host other than this machine. */
const loopbackUrl: typeof url = (raw, param) => {
  const value = url(raw, param)
  if (value === undefined || isLoopback(new URL(value).hostname)) return value
  throw createUnsupportedError(`webhook endpoints on other machines: ${value}`)
}

/** Creates a webhook endpoint. Returns it with its secret, which is random by default. */
export function createWebhookEndpoint(
  operation: Operation,
  params: { id?: string; url: string; enabled_events: string[]; secret?: string },
): WebhookEndpoint & { secret: string } {
  const created: WebhookEndpoint = {
    id: params.id ?? createId('we', 24),
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    application: null,
    created: operation.now(),
    description: null,
    enabled_events: params.enabled_events,
    livemode: false,
    metadata: {},
    status: 'enabled',
    url: params.url,
  }
  const secret = params.secret ?? `whsec_${createRandomText(32)}`
  setWebhookSecret(operation.store, created.id, secret)
  operation.store.put(created)
  return { ...created, secret }
}

export const webhookEndpointEndpoints: Endpoint[] = [
  defineEndpoint(
    'POST',
    '/v1/webhook_endpoints',
    {
      url: required(loopbackUrl),
      enabled_events: required(listOf(text(), 300)),
      api_version: oneOf([API_VERSION]),
    },
    ({ operation, params }) => createWebhookEndpoint(operation, params),
  ),
  defineEndpoint(
    'POST',
    '/v1/webhook_endpoints/:id',
    { enabled_events: listOf(text(), 300), disabled: flag() },
    ({ operation, params, id }) => {
      const before = operation.getOrThrow('webhook_endpoint', id)
      const { enabled_events = before.enabled_events, disabled } = params
      const status = disabled === undefined ? before.status : disabled ? 'disabled' : 'enabled'
      const updated = { ...before, enabled_events, status }
      operation.store.put(updated)
      return updated
    },
  ),
  defineEndpoint('DELETE', '/v1/webhook_endpoints/:id', {}, ({ operation, id }) =>
    operation.store.markDeleted(operation.getOrThrow('webhook_endpoint', id)),
  ),
  defineList('/v1/webhook_endpoints', 'webhook_endpoint', {}),
]

export const eventEndpoints: Endpoint[] = [
  defineList(
    '/v1/events',
    'event',
    { type: text(), types: listOf(text(), 50) },
    (event, { type, types = type && [type] }) => !types || types.includes(event.type),
  ),
]

import { createHmac } from 'node:crypto'
import { type Attempt, attemptDelivery } from '../../http/attemptDelivery.ts'
import type { Delivery } from '../../http/deliveryStore.ts'
import type { Message } from './buildMessages.ts'
import type { Hook } from './hook.ts'

/** The timeout for a receiver's response (https://www.sanity.io/docs/content-lake/webhooks). */
const timeoutMs = 30_000

/**
 * Signs a body for verification by `@sanity/webhook` (https://www.sanity.io/docs/content-lake/webhooks):
 * HMAC-SHA256 of `<timeMs>.<body>`, base64url. `timeMs` is Unix time in milliseconds.
 */
function sign(body: string, secret: string, timeMs: number): string {
  const hash = createHmac('sha256', secret).update(`${timeMs}.${body}`).digest('base64url')
  return `t=${timeMs},v1=${hash}`
}

/** Sends a message once. Never rejects: the attempt contains the failure. `stop` aborts the request at shutdown. */
export function deliver(
  { url, headers, secret }: Hook,
  { id, payload, headers: messageHeaders }: Delivery<Message>,
  stop: AbortSignal,
): Promise<Attempt> {
  return attemptDelivery(url, {
    timeoutMs,
    stop,
    headers: {
      ...headers,
      ...messageHeaders,
      'content-type': 'application/json',
      'user-agent': 'Sanity.io webhook delivery (local cloud)',
      // The same key for every attempt, so that receivers can ignore duplicates.
      'idempotency-key': id,
      ...(secret ? { 'sanity-webhook-signature': sign(payload, secret, Date.now()) } : {}),
    },
    body: payload,
  })
}

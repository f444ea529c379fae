import { createHmac } from 'node:crypto'
import type { Hook } from './hook.ts'
import type { Attempt, Message } from './store.ts'

/** The timeout of a receiver's response (https://www.sanity.io/docs/content-lake/webhooks). */
const responseTimeoutMs = 30_000
/** The length of the part of a response's body that the list of deliveries contains. */
const maxLoggedCharacters = 2000

/**
 * Signs a body, as `@sanity/webhook` verifies it (https://www.sanity.io/docs/content-lake/webhooks):
 * HMAC-SHA256 of `<timeMs>.<body>`, base64url. `timeMs` is in milliseconds since 1970.
 */
function sign(body: string, secret: string, timeMs: number): string {
  const hash = createHmac('sha256', secret).update(`${timeMs}.${body}`).digest('base64url')
  return `t=${timeMs},v1=${hash}`
}

/** Sends a message once. Never throws: the attempt contains the failure. `stopSignal` aborts the request at shutdown. */
export async function deliver(hook: Hook, message: Message, stopSignal: AbortSignal): Promise<Attempt> {
  const startedAt = Date.now()
  const hasBody = hook.httpMethod !== 'GET'
  const attempt: Attempt = {
    createdAt: new Date(startedAt).toISOString(),
    duration: 0,
    resultCode: null,
    resultBody: null,
    failureReason: null,
    isFailure: false,
  }
  try {
    const response = await fetch(hook.url, {
      method: hook.httpMethod,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(responseTimeoutMs), stopSignal]),
      headers: {
        ...hook.headers,
        ...message.headers,
        'content-type': 'application/json',
        'user-agent': 'Sanity.io webhook delivery (local cloud)',
        // The same key for every attempt, so that receivers can ignore a repetition.
        'idempotency-key': message.id,
        ...(hook.secret ? { 'sanity-webhook-signature': sign(message.payload, hook.secret, startedAt) } : {}),
      },
      ...(hasBody ? { body: message.payload } : {}),
    })
    attempt.resultCode = response.status
    attempt.resultBody = (await response.text()).slice(0, maxLoggedCharacters)
    attempt.isFailure = !response.ok
    if (attempt.isFailure) attempt.failureReason = 'http'
  } catch (error) {
    attempt.isFailure = true
    attempt.failureReason = error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'network'
  }
  attempt.duration = Date.now() - startedAt
  return attempt
}

import type { Objects, StoredEvent } from '../types.ts'
import { signatureHeader } from './signature.ts'
import type { Attempt } from './store.ts'

/** How long an endpoint has to answer. Milliseconds. */
export const ANSWER_TIME = 20_000
/** How much of an answer is kept for the log. Characters. */
const KEPT_ANSWER = 2000

/** Sends an event once and says what came of it. Never throws. `stop` breaks it off when shutting down. */
export async function deliver(
  endpoint: Objects['webhook_endpoint'],
  secret: string,
  event: StoredEvent,
  stop: AbortSignal,
): Promise<Attempt> {
  const startedAt = Date.now()
  const attempt: Attempt = {
    createdAt: new Date(startedAt).toISOString(),
    duration: 0,
    resultCode: null,
    resultBody: null,
    failureReason: null,
  }
  const body = JSON.stringify(event, null, 2)
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(ANSWER_TIME), stop]),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks; local cloud)',
        'stripe-signature': signatureHeader(body, secret, Math.floor(startedAt / 1000)),
      },
      body,
    })
    attempt.resultCode = response.status
    attempt.resultBody = (await response.text()).slice(0, KEPT_ANSWER)
    if (!response.ok) attempt.failureReason = 'http'
  } catch (error) {
    attempt.failureReason = error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'network'
  }
  attempt.duration = Date.now() - startedAt
  return attempt
}

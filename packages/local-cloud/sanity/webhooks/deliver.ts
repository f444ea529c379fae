import { randomUUID } from 'node:crypto'
import type { Hook } from './hook.ts'
import { SIGNATURE_HEADER, sign } from './signature.ts'
import type { Attempt, Message } from './store.ts'

/** How long a receiver has to answer (https://www.sanity.io/docs/content-lake/webhooks). Milliseconds. */
export const ANSWER_TIME = 30_000
/** How much of an answer is kept for the log. Characters. */
const KEPT_ANSWER = 2000

function failureOf(error: unknown): 'timeout' | 'network' {
  return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'network'
}

/** Sends a message once and says what came of it. Never throws. `stop` breaks it off when shutting down. */
export async function deliver(hook: Hook, message: Message, stop: AbortSignal): Promise<Attempt> {
  const startedAt = Date.now()
  const withBody = !['GET', 'HEAD'].includes(hook.httpMethod)
  const attempt: Attempt = {
    id: randomUUID(),
    messageId: message.id,
    hookId: hook.id,
    createdAt: new Date(startedAt).toISOString(),
    duration: 0,
    resultCode: null,
    resultBody: null,
    failureReason: null,
    isFailure: false,
    inProgress: false,
  }
  try {
    const response = await fetch(hook.url, {
      method: hook.httpMethod,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(ANSWER_TIME), stop]),
      headers: {
        ...hook.headers,
        ...message.headers,
        'content-type': 'application/json',
        'user-agent': 'Sanity.io webhook delivery (local cloud)',
        // The same for every attempt, so that a receiver can tell a repetition.
        'idempotency-key': message.id,
        ...(hook.secret ? { [SIGNATURE_HEADER]: sign(message.payload, hook.secret, startedAt) } : {}),
      },
      ...(withBody ? { body: message.payload } : {}),
    })
    attempt.resultCode = response.status
    attempt.resultBody = (await response.text()).slice(0, KEPT_ANSWER)
    attempt.isFailure = !response.ok
    if (attempt.isFailure) attempt.failureReason = 'http'
  } catch (error) {
    attempt.isFailure = true
    attempt.failureReason = failureOf(error)
  }
  attempt.duration = Date.now() - startedAt
  return attempt
}

/** Whether trying again may help: no answer, too many requests, or a failure of the receiver's own. */
export function isWorthRetrying({ resultCode }: Attempt): boolean {
  return resultCode === null || resultCode === 429 || resultCode >= 500
}

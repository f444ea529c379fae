import { createHmac } from 'node:crypto'
import type { StoredEvent } from '../types.ts'

/** How long an endpoint may take. Milliseconds. */
const TIMEOUT_MS = 20_000
/** The stored part of a response. Characters. */
const MAX_STORED = 2000

/** One attempt to deliver an event. */
export type Attempt = {
  createdAt: string
  /** Milliseconds. */
  duration: number
  resultCode: number | null
  resultBody: string | null
  failureReason: 'http' | 'timeout' | 'network' | null
}

/** The Stripe-Signature header (https://docs.stripe.com/webhooks/signature). `at`: the machine's time in seconds since 1970. */
function signatureOf(body: string, secret: string, at: number): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}

/** Sends an event once. Never throws. `stop` aborts it. */
export async function deliver(
  url: string,
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
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stop]),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks; local cloud)',
        'stripe-signature': signatureOf(body, secret, Math.floor(startedAt / 1000)),
      },
      body,
    })
    attempt.resultCode = response.status
    attempt.resultBody = (await response.text()).slice(0, MAX_STORED)
    if (!response.ok) attempt.failureReason = 'http'
  } catch (error) {
    attempt.failureReason = error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'network'
  }
  attempt.duration = Date.now() - startedAt
  return attempt
}

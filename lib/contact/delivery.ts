import { getProperty } from '@/lib/errorCode'
import type { ContactPayload, SentPayload } from './payload'

/**
 * Why a contact message was not delivered, as the key of the string to show. After `failureTimeout`, the message may
 * still arrive. `failureHeadless`: EmailJS mistakes the browser for an automated one. `failureCaptcha`: Turnstile
 * returned no token. `failureOutdated`: a deployment has replaced the page.
 */
export type FailureReason =
  | 'failureHeadless'
  | 'failureRefused'
  | 'failureTooMany'
  | 'failureService'
  | 'failureTimeout'
  | 'failureOffline'
  | 'failureConnection'
  | 'failureCaptcha'
  | 'failureOutdated'
  | 'failureOther'

/** The outcome of a delivery. If a posted message times out, `finalOutcome` resolves to its eventual outcome. */
export type Outcome = { sent: true } | { sent: false; reason: FailureReason; finalOutcome?: Promise<Outcome> }

type DeliveryOptions = {
  /** Sends a message to the email service. Rejects with the service's status object, a string, or an error. */
  post: (payload: SentPayload) => Promise<unknown>
  /** Whether the browser has a network connection. */
  isOnline: () => boolean
  /** How long a call waits for the response to a message. */
  timeoutMs: number
}

/**
 * Creates the function that delivers messages, one at a time. An in-flight message is never sent again: a retry after
 * a timeout awaits the first attempt.
 */
export function createDelivery({ post, isOnline, timeoutMs }: DeliveryOptions) {
  let inFlight: { payloadJson: string; result: Promise<Outcome> } | undefined

  function startDelivery(payload: ContactPayload, captchaToken: string | undefined): Promise<Outcome> {
    return post(captchaToken ? { ...payload, 'g-recaptcha-response': captchaToken } : payload)
      .then(
        (): Outcome => ({ sent: true }),
        (error: unknown): Outcome => ({ sent: false, reason: toFailureReason(error) }),
      )
      .finally(() => {
        inFlight = undefined
      })
  }

  function awaitWithTimeout(result: Promise<Outcome>): Promise<Outcome> {
    const timeout = new Promise<Outcome>((resolve) => {
      setTimeout(resolve, timeoutMs, { sent: false, reason: 'failureTimeout', finalOutcome: result })
    })
    return Promise.race([result, timeout])
  }

  /** Delivers a message, with the CAPTCHA token if one is required; never rejects. */
  return async function deliver(payload: ContactPayload, captchaToken?: string): Promise<Outcome> {
    const payloadJson = JSON.stringify(payload)
    if (inFlight) {
      const earlier = inFlight
      const outcome = await awaitWithTimeout(earlier.result)
      const isInFlight = !outcome.sent && outcome.reason === 'failureTimeout'
      if (earlier.payloadJson === payloadJson) {
        if (isInFlight || outcome.sent) return outcome
      } else if (isInFlight) {
        // This message was not posted, so the earlier one's outcome does not apply to it.
        return { sent: false, reason: 'failureTooMany' }
      }
    }
    if (!isOnline()) return { sent: false, reason: 'failureOffline' }
    const result = startDelivery(payload, captchaToken)
    inFlight = { payloadJson, result }
    return awaitWithTimeout(result)
  }
}

/**
 * Maps an EmailJS error to a reason. EmailJS rejects with a status object, with a string when settings are missing, and
 * with fetch's TypeError when there is no response.
 */
export function toFailureReason(error: unknown): FailureReason {
  if (error instanceof Error) return 'failureConnection'
  const status = getProperty(error, 'status')
  if (typeof status !== 'number') return 'failureOther'
  if (status === 451) return 'failureHeadless'
  if (status === 403) return 'failureRefused'
  if (status === 429) return 'failureTooMany'
  return status === 408 || status >= 500 ? 'failureService' : 'failureOther'
}

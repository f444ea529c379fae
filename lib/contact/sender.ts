import { loadOnDemand } from '@/lib/loadOnDemand'
import { createDelivery, type Outcome } from './delivery'
import type { ContactValues } from './fields'
import { createPayload } from './payload'

/** How long a visitor waits for the email service. */
const timeoutMs = 15_000
/** A form that was submitted sooner than this after it was shown was probably filled in by a bot. */
const minFillTimeMs = 3000

/** A message, with data to detect bots. */
export type ContactMessage = {
  values: ContactValues
  topicLines: readonly string[]
  toEmail: string
  /** The `performance.now()` time at which the form was ready. */
  shownAt: number
  /** The value of the honeypot field. */
  honeypot: string
  /** The CAPTCHA token, where one is required. */
  captchaToken?: string | undefined
}

export type Sender = (message: ContactMessage) => Promise<Outcome>

/**
 * Loads EmailJS and creates the function that sends the form's messages. The function delays a form that was
 * submitted too soon, since a person may have submitted it, and refuses a form whose honeypot is filled in.
 */
export async function createSender(): Promise<Sender> {
  hideBlockedStorage()
  const { createContactMailer } = await loadOnDemand(() => import('./mailer'))
  const post = createContactMailer()
  const deliver = createDelivery({ post, isOnline: () => navigator.onLine, timeoutMs })
  return async ({ values, topicLines, toEmail, shownAt, honeypot, captchaToken }) => {
    if (honeypot) return { sent: false, reason: 'failureRefused' }
    await sleep(shownAt + minFillTimeMs - performance.now())
    return deliver(createPayload(values, topicLines, toEmail), captchaToken)
  }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Replaces a blocked `localStorage` with undefined, since EmailJS would otherwise throw while it loads. */
function hideBlockedStorage() {
  try {
    void window.localStorage
  } catch {
    Object.defineProperty(window, 'localStorage', { configurable: true, value: undefined })
  }
}

import { loadOnDemand } from '@/lib/loadOnDemand'
import { createDelivery, type Outcome } from './delivery'
import type { ContactValues } from './fields'
import { createPayload } from './payload'
import { createTolerantStore } from './storage'

/** How long a visitor waits for the email service. */
const timeoutMs = 15_000
/** A faster submission is taken for a bot's. */
const minFillTimeMs = 3000

/** A message, with data to detect bots. */
export type ContactMessage = {
  values: ContactValues
  topicLine: string
  toEmail: string
  /** When the form was ready, by `performance.now()`. */
  shownAt: number
  /** The value of the honeypot field. */
  trap: string
  /** The CAPTCHA token, where one is required. */
  captchaToken?: string | undefined
}

export type Sender = (message: ContactMessage) => Promise<Outcome>

/**
 * Loads EmailJS and creates the function that sends the form's messages. A form that was filled in faster than a
 * person can is delayed, so that no visitor's message is lost; a filled honeypot is refused.
 */
export async function createSender(): Promise<Sender> {
  hideBlockedStorage()
  const { createMailer } = await loadOnDemand(() => import('./mailer'))
  const post = createMailer(createTolerantStore(() => window.localStorage))
  const deliver = createDelivery({ post, isOnline: () => navigator.onLine, timeoutMs })
  return async ({ values, topicLine, toEmail, shownAt, trap, captchaToken }) => {
    if (trap) return { sent: false, reason: 'refused' }
    await sleep(shownAt + minFillTimeMs - performance.now())
    return deliver(createPayload(values, topicLine, toEmail), captchaToken)
  }
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** EmailJS reads the storage while it loads, and throws in a browser that blocks even that. */
function hideBlockedStorage() {
  try {
    void window.localStorage
  } catch {
    Object.defineProperty(window, 'localStorage', { configurable: true, value: undefined })
  }
}

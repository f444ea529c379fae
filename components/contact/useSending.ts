import { useRef, useState } from 'react'
import { turnstileSiteKey } from '@/lib/contact/config'
import type { FailureReason, Outcome } from '@/lib/contact/delivery'
import type { ContactValues } from '@/lib/contact/fields'
import type { ContactMessage, Sender } from '@/lib/contact/sender'
import { getErrorCode } from '@/lib/errorCode'
import { loadOnDemand } from '@/lib/loadOnDemand'

type SendingOptions = {
  toEmail: string
  /**
   * Called with the result of each attempt: the sent values, or undefined after a failure or timeout. After a timeout
   * of the latest attempt, called again with the final result.
   */
  onCompleted: (sent: ContactValues | undefined) => void
}

/** Sends the messages of the contact form. `status` is the result of the latest one. */
export function useSending({ toEmail, onCompleted }: SendingOptions) {
  const [status, setStatus] = useState<'idle' | 'sent' | FailureReason>('idle')
  const shownAt = useRef(0)
  const sender = useRef<Promise<Sender>>(undefined)
  const attemptCount = useRef(0)

  function loadSender(): Promise<Sender> {
    sender.current ??= loadOnDemand(() => import('@/lib/contact/sender')).then(({ createSender }) =>
      createSender(),
    )
    // `send` loads the script again after a failure, and reports an error then.
    sender.current.catch(() => {
      sender.current = undefined
    })
    return sender.current
  }

  async function send(message: Omit<ContactMessage, 'toEmail' | 'shownAt' | 'captchaToken'>) {
    const attempt = ++attemptCount.current
    window.addEventListener('beforeunload', confirmLeave)
    const outcome = await requestToken().then(
      (captchaToken) =>
        loadSender().then(
          (deliver) => deliver({ ...message, toEmail, shownAt: shownAt.current, captchaToken }),
          (error: unknown): Outcome => ({
            sent: false,
            reason: getErrorCode(error) === 'page_outdated' ? 'outdated' : 'offline',
          }),
        ),
      (): Outcome => ({ sent: false, reason: 'captcha' }),
    )
    window.removeEventListener('beforeunload', confirmLeave)
    complete(message.values, outcome)
    if (outcome.sent) return
    outcome.finalOutcome?.then(
      (lateOutcome) => attempt === attemptCount.current && complete(message.values, lateOutcome),
    )
  }

  function complete(values: ContactValues, outcome: Outcome) {
    onCompleted(outcome.sent ? values : undefined)
    setStatus(outcome.sent ? 'sent' : outcome.reason)
  }

  return { status, resetStatus: () => setStatus('idle'), shownAt, loadSender, send }
}

/** Requests a Turnstile token, whose script loads on sites with a site key only. */
async function requestToken(): Promise<string | undefined> {
  if (!turnstileSiteKey) return undefined
  const { requestCaptchaToken } = await loadOnDemand(() => import('@/lib/auth/browser/captcha'))
  return requestCaptchaToken()
}

const confirmLeave = (event: Event) => event.preventDefault()

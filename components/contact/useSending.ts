import { useRef, useState } from 'react'
import { showToast } from '@/components/ui/toast/showToast'
import type { FailureReason, Outcome } from '@/lib/contact/delivery'
import type { ContactValues } from '@/lib/contact/fields'
import type { ContactMessage, Sender } from '@/lib/contact/sender'
import { getErrorCode } from '@/lib/errorCode'
import { loadOnDemand } from '@/lib/loadOnDemand'
import type { ContactTexts } from './texts'

type SendingOptions = {
  texts: ContactTexts
  closeLabel: string
  toEmail: string
  /** Called after an attempt with the sent message, or undefined after a failure. */
  onCompleted: (sent: ContactValues | undefined) => void
}

/** Sends messages, and shows the result. */
export function useSending({ texts, closeLabel, toEmail, onCompleted }: SendingOptions) {
  const [status, setStatus] = useState<'idle' | 'sent' | FailureReason>('idle')
  const shownAt = useRef(0)
  const sender = useRef<Promise<Sender>>(undefined)
  const attempts = useRef(0)

  function load(): Promise<Sender> {
    sender.current ??= loadOnDemand(() => import('@/lib/contact/sender')).then(({ createSender }) =>
      createSender(),
    )
    // A failure here is harmless: sending loads the script again and reports an error.
    sender.current.catch(() => {
      sender.current = undefined
    })
    return sender.current
  }

  async function send(message: Omit<ContactMessage, 'toEmail' | 'shownAt'>) {
    const attempt = ++attempts.current
    window.addEventListener('beforeunload', confirmLeave)
    const outcome = await load().then(
      (deliver) => deliver({ ...message, toEmail, shownAt: shownAt.current }),
      (error: unknown): Outcome => ({
        sent: false,
        reason: getErrorCode(error) === 'page_outdated' ? 'outdated' : 'offline',
      }),
    )
    window.removeEventListener('beforeunload', confirmLeave)
    complete(message.values, outcome)
    if (outcome.sent) return
    outcome.finalOutcome?.then((late) => attempt === attempts.current && complete(message.values, late))
  }

  function complete(values: ContactValues, outcome: Outcome) {
    onCompleted(outcome.sent ? values : undefined)
    setStatus(outcome.sent ? 'sent' : outcome.reason)
    // The form announces the same in its own live region.
    showToast({
      title: (outcome.sent ? texts.successTitle : texts.failureTitle) ?? '',
      text: outcome.sent ? texts.successText : texts.failureText,
      tone: outcome.sent ? 'plain' : 'error',
      closeLabel,
      silent: true,
    })
  }

  return { status, shownAt, load, send, refuse: setStatus }
}

const confirmLeave = (event: Event) => event.preventDefault()

import { type RefObject, useEffect, useRef, useState } from 'react'
import { fieldOf } from '@/components/ui/form/focus'
import { showToast } from '@/components/ui/toast/showToast'
import type { FailureReason, Outcome } from '@/lib/contact/delivery'
import type { ContactMessage, Sender } from '@/lib/contact/sender'
import { valuesOf } from './formValues'
import type { ContactTexts } from './types'

/** Where a message stands. */
export type SendingStatus = 'idle' | 'sending' | 'sent' | FailureReason

type SendingOptions = {
  texts: ContactTexts
  closeLabel: string
  toEmail: string
  topicLine: string
  shownAt: RefObject<number>
  /** Called when the form was cleared, because its message has arrived. */
  onCleared: () => void
  /** Called when an attempt has ended, in whatever way. */
  onConcluded: () => void
}

/** Sends what is in the form, and says how that went. */
export function useSending(options: SendingOptions) {
  const { texts, closeLabel, toEmail, topicLine, shownAt, onCleared, onConcluded } = options
  const [status, setStatus] = useState<SendingStatus>('idle')
  const sender = useRef<Promise<Sender>>(undefined)
  const attempts = useRef(0)
  useEffect(() => {
    if (status === 'sending') return askBeforeLeaving()
  }, [status])

  function load(): Promise<Sender> {
    sender.current ??= import('@/lib/contact/sender').then(({ createSender }) => createSender())
    // Nothing is lost by a failure here: sending tries again, and says so if it fails.
    sender.current.catch(() => {
      sender.current = undefined
    })
    return sender.current
  }

  async function send(form: HTMLFormElement, proof?: string) {
    if (status === 'sending') return
    const attempt = ++attempts.current
    setStatus('sending')
    const message = {
      values: valuesOf(form),
      topicLine,
      toEmail,
      shownAt: shownAt.current,
      trap: fieldOf(form, 'website')?.value ?? '',
      proof,
    }
    const outcome = await load().then(
      (deliver) => deliver(message),
      (): Outcome => ({ sent: false, reason: 'offline' }),
    )
    conclude(form, message, outcome)
    if (outcome.sent || !outcome.later) return
    const late = await outcome.later
    if (attempt === attempts.current) conclude(form, message, late)
  }

  function conclude(form: HTMLFormElement, { values }: ContactMessage, outcome: Outcome) {
    onConcluded()
    setStatus(outcome.sent ? 'sent' : outcome.reason)
    // The form says the same in a live region of its own.
    showToast({
      title: (outcome.sent ? texts.successTitle : texts.failureTitle) ?? '',
      text: outcome.sent ? texts.successText : texts.failureText,
      tone: outcome.sent ? 'plain' : 'error',
      closeLabel,
      silent: true,
    })
    // After a late answer there may be another message in the form by now.
    if (!outcome.sent || JSON.stringify(values) !== JSON.stringify(valuesOf(form))) return
    form.reset()
    onCleared()
  }

  /** Says that the form cannot be sent as things are. */
  function refuse(reason: FailureReason) {
    setStatus(reason)
  }

  return { status, load, send, refuse }
}

function askBeforeLeaving(): () => void {
  const ask = (event: Event) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}

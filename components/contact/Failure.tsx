import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { findField } from '@/components/ui/form/useForm'
import { minIntervalMs } from '@/lib/contact/config'
import type { FailureReason } from '@/lib/contact/delivery'
import { formatMessageText } from '@/lib/contact/payload'
import { fillTemplate } from '@/lib/content/text/format'
import type { ContactTexts } from './texts'

type FailureProps = {
  reason: FailureReason | undefined
  texts: ContactTexts
  form: RefObject<HTMLFormElement | null>
  /** Returns the first lines of the message. */
  getTopicLines: () => readonly string[]
  /** Other contact details. */
  children: ReactNode
}

/** The name of the message that explains each reason. */
const explanationNames = {
  headless: 'failureHeadless',
  refused: 'failureRefused',
  tooMany: 'failureTooMany',
  service: 'failureService',
  timeout: 'failureTimeout',
  offline: 'failureOffline',
  connection: 'failureConnection',
  captcha: 'failureCaptcha',
  outdated: 'failureOutdated',
  other: 'failureOther',
} as const satisfies Record<FailureReason, keyof ContactTexts>

/** The retry button. After too many messages it shows the remaining seconds and ignores clicks until they pass. */
function RetryButton({ reason, texts }: Pick<FailureProps, 'reason' | 'texts'>) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (reason !== 'tooMany') return
    const retryTime = Date.now() + minIntervalMs
    const updateSeconds = () => setSeconds(Math.max(0, Math.ceil((retryTime - Date.now()) / 1000)))
    updateSeconds()
    const timer = setInterval(updateSeconds, 1000)
    return () => clearInterval(timer)
  }, [reason])
  const isWaiting = seconds > 0
  return (
    <button
      type="submit"
      className="button button-compact"
      aria-disabled={isWaiting || undefined}
      // Inside an alert, a screen reader would announce each second.
      aria-live="off"
      onClick={(event) => {
        if (isWaiting) return event.preventDefault()
        // Removing the button with the explanation would lose the focus.
        event.currentTarget.form?.querySelector<HTMLButtonElement>(':scope > [type=submit]')?.focus()
      }}
    >
      {isWaiting ? fillTemplate(texts.retryIn, { seconds }) : texts.retry}
    </button>
  )
}

/**
 * Explains why a message was not sent, and offers actions. The region is rendered while empty, since screen readers
 * announce only changes of an existing region.
 */
export function Failure({ reason, texts, form, getTopicLines, children }: FailureProps) {
  const [copiedFor, setCopiedFor] = useState<FailureReason>()
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (reason) region.current?.scrollIntoView({ block: 'nearest' })
  }, [reason])

  async function copy() {
    const field = form.current && findField(form.current, 'message')
    if (!field) return
    try {
      await navigator.clipboard.writeText(formatMessageText(field.value, getTopicLines()))
      setCopiedFor(reason)
    } catch {
      // The browser denies access to the clipboard, so the visitor copies the selected text.
      field.focus()
      field.select()
    }
  }

  return (
    <div ref={region} role="alert" className={reason && 'contact-failed'}>
      {reason && (
        <>
          <p>
            <strong>{texts.failureTitle}</strong>
          </p>
          <p>{texts[explanationNames[reason]]}</p>
          <div className="contact-actions">
            <RetryButton reason={reason} texts={texts} />
            <button type="button" className="button button-compact button-quiet" onClick={copy}>
              {copiedFor === reason ? texts.copied : texts.copy}
            </button>
          </div>
          <p>{texts.otherWays}</p>
          {children}
        </>
      )}
    </div>
  )
}

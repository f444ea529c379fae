import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { findField } from '@/components/ui/form/useForm'
import { minIntervalMs } from '@/lib/contact/config'
import type { FailureReason } from '@/lib/contact/delivery'
import { formatMessageText } from '@/lib/contact/payload'
import { fillTemplate } from '@/lib/content/format'
import type { ContactTexts } from './texts'

type FailureProps = {
  reason: FailureReason | undefined
  texts: ContactTexts
  form: RefObject<HTMLFormElement | null>
  topicLine: string
  /** Other ways to get in touch. */
  children: ReactNode
}

const explanations = {
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

/** Sends again. After too many messages it shows the remaining time, and does nothing until then. */
function Retry({ reason, texts }: Pick<FailureProps, 'reason' | 'texts'>) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (reason !== 'tooMany') return
    const end = Date.now() + minIntervalMs
    const count = () => setSeconds(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
    count()
    const timer = setInterval(count, 1000)
    return () => clearInterval(timer)
  }, [reason])
  const isEarly = seconds > 0
  return (
    <button
      type="submit"
      className="button button-compact"
      aria-disabled={isEarly || undefined}
      // Inside an alert, a screen reader would announce each second.
      aria-live="off"
      onClick={(event) => {
        if (isEarly) return event.preventDefault()
        // The button is removed with the explanation, which would lose the focus.
        event.currentTarget.form?.querySelector<HTMLButtonElement>(':scope > [type=submit]')?.focus()
      }}
    >
      {isEarly ? fillTemplate(texts.retryIn, { seconds }) : texts.retry}
    </button>
  )
}

/**
 * Why a message was not sent, and the actions. The region is rendered from the start, so that screen readers announce
 * it.
 */
export function Failure({ reason, texts, form, topicLine, children }: FailureProps) {
  const [copiedFor, setCopiedFor] = useState<FailureReason>()
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (reason) region.current?.scrollIntoView({ block: 'nearest' })
  }, [reason])

  async function copy() {
    const field = form.current && findField(form.current, 'message')
    if (!field) return
    try {
      await navigator.clipboard.writeText(formatMessageText(field.value, topicLine))
      setCopiedFor(reason)
    } catch {
      // The browser denies access to the clipboard; the visible text can be copied manually.
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
          <p>{texts[explanations[reason]] ?? texts.failureText}</p>
          <div className="contact-ways">
            <Retry reason={reason} texts={texts} />
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

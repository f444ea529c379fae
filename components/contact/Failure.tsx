import { type ReactNode, type RefObject, useState } from 'react'
import { findField } from '@/components/ui/form/useForm'
import type { FailureReason } from '@/lib/contact/delivery'
import { formatMessageText } from '@/lib/contact/payload'
import type { ContactTexts } from './useTopic'

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

/**
 * Explains why a message was not sent, and offers actions. The region is rendered while empty, since screen readers
 * announce only changes to an existing region.
 */
export function Failure({ reason, texts, form, getTopicLines, children }: FailureProps) {
  const [copiedFor, setCopiedFor] = useState<FailureReason>()

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
    <div role="alert" className={reason && 'contact-failed'}>
      {reason && (
        <>
          <p>
            <strong>{texts.failureTitle}</strong>
          </p>
          <p>{texts[explanationNames[reason]]}</p>
          <div className="contact-actions">
            <button
              type="submit"
              className="button button-compact"
              onClick={({ currentTarget }) => {
                // Removing the button with the explanation would lose the focus.
                currentTarget.form?.querySelector<HTMLButtonElement>(':scope > [type=submit]')?.focus()
              }}
            >
              {texts.retry}
            </button>
            <button type="button" className="button button-compact button-quiet" onClick={copy}>
              {copiedFor === reason ? texts.copied : texts.copy}
            </button>
          </div>
          <p>{texts.failureText}</p>
          {children}
        </>
      )}
    </div>
  )
}

import { type MouseEvent, type ReactNode, useState } from 'react'
import { findField } from '@/components/ui/form/useForm'
import type { FailureReason } from '@/lib/contact/delivery'
import { formatMessageText } from '@/lib/contact/payload'
import type { ContactTexts } from './useTopic'

type FailureProps = {
  reason: FailureReason | undefined
  texts: ContactTexts
  /** Returns the lines that precede the message. */
  formatTopicLines: (data: FormData) => readonly string[]
  /** The site's email and phone number. */
  children: ReactNode
}

/**
 * Explains why a message was not sent, and offers actions. The region is rendered even while empty, since screen
 * readers announce only changes to an existing region.
 */
export function Failure({ reason, texts, formatTopicLines, children }: FailureProps) {
  const [copiedFor, setCopiedFor] = useState<FailureReason>()

  async function copy({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) {
    const field = form && findField(form, 'message')
    if (!field) return
    try {
      const text = formatMessageText(field.value, formatTopicLines(new FormData(form)))
      await navigator.clipboard.writeText(text)
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
          <p>{texts[reason]}</p>
          <div className="contact-actions">
            <button
              type="submit"
              className="button button-compact"
              onClick={({ currentTarget }) => {
                // Moves the focus, since retrying removes this button.
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

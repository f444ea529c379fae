'use client'

import { type FormEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { fieldOf } from '@/components/ui/form/focus'
import { captcha } from '@/lib/contact/config'
import { type FieldName, fieldNames } from '@/lib/contact/fields'
import type { Topic } from '@/lib/contact/topics'
import { fillTemplate } from '@/lib/content/format'
import type { CaptchaState } from './CaptchaField'
import { ContactFields } from './ContactFields'
import { Failure } from './Failure'
import { errorOf } from './formValues'
import type { Handover } from './handover'
import type { ContactTexts } from './types'
import { useArrival } from './useArrival'
import { useSending } from './useSending'
import { useTopic } from './useTopic'

export { takeOver } from './handover'

export type ContactFormProps = {
  /** What was done in the delivered form before this one took over. */
  start: Handover
  texts: ContactTexts
  /** What screen readers call the form. */
  label: string | undefined
  closeLabel: string
  /** The site's e-mail address. */
  toEmail: string
  /** E-mail address and telephone number, shown when a message could not be sent. */
  children: ReactNode
}

/** Of no weight for a site that asks for no proof. */
const CaptchaField = lazy(async () => ({ default: (await import('./CaptchaField')).CaptchaField }))

type Errors = Partial<Record<FieldName, string | undefined>>

/** The contact form, once the visitor turns to it. What sends the message is loaded when the writing begins. */
export function ContactForm({ start, texts, label, closeLabel, toEmail, children }: ContactFormProps) {
  const [errors, setErrors] = useState<Errors>({})
  const [topic, setTopic] = useTopic()
  const proof = useRef<CaptchaState>({})
  const [isProofMissing, setProofMissing] = useState(false)
  const arrival = useArrival(start)
  const topicLine = topic ? lineOf(topic, texts) : ''
  const { status, load, send, refuse } = useSending({
    texts,
    closeLabel,
    toEmail,
    topicLine,
    shownAt: arrival.shownAt,
    onCleared() {
      arrival.draft.clear()
      setTopic(null)
    },
    // A proof is good for one attempt.
    onConcluded: () => proof.current.captcha?.reset(),
  })
  const isSending = status === 'sending'

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const found: Errors = Object.fromEntries(fieldNames.map((name) => [name, errorOf(form, name, texts)]))
    setErrors(found)
    const wrong = fieldNames.find((name) => found[name])
    if (wrong) fieldOf(form, wrong)?.focus()
    else if (!captcha) send(form)
    else sendWithProof(form)
  }

  function sendWithProof(form: HTMLFormElement) {
    const token = proof.current.captcha?.token()
    setProofMissing(!token)
    if (token) send(form, token)
    else if (proof.current.failed) refuse('captcha')
  }

  /** A field that was found wrong is checked again with every change; the others are left alone until sending. */
  function changed(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget
    arrival.keepDraft()
    const name = fieldNames.find((each) => fieldOf(form, each) === event.target)
    if (name && errors[name]) setErrors({ ...errors, [name]: errorOf(form, name, texts) })
  }

  return (
    <form
      ref={arrival.form}
      method="dialog"
      aria-label={label}
      className="contact-form"
      onSubmit={submit}
      onInput={changed}
      onFocus={load}
    >
      {topicLine && (
        <p className="contact-topic">
          <span dir="auto">{topicLine}</span>
          <button type="button" className="text-link" onClick={() => setTopic(null)}>
            {texts.topicRemove}
          </button>
        </p>
      )}
      <ContactFields texts={texts} errors={errors} readOnly={isSending} />
      {captcha && (
        <Suspense>
          <CaptchaField
            setting={captcha}
            state={proof}
            error={isProofMissing ? texts.captchaRequired : undefined}
            onProof={() => setProofMissing(false)}
          />
        </Suspense>
      )}
      <button type="submit" aria-disabled={isSending} className="button">
        {isSending ? texts.sending : texts.submit}
      </button>
      <div role="status" className={status === 'sent' ? 'contact-sent' : 'sr-only'}>
        {isSending && texts.sending}
        {status === 'sent' && (
          <>
            <strong>{texts.successTitle}</strong> {texts.successText}
          </>
        )}
      </div>
      <Failure status={status} texts={texts} form={arrival.form} topicLine={topicLine}>
        {children}
      </Failure>
    </form>
  )
}

function lineOf(topic: Topic, texts: ContactTexts): string {
  const names = { membership: texts.topicMembership, tour: texts.topicTour, session: texts.topicSession }
  return fillTemplate(texts.topicLine ?? '{topic}', { topic: names[topic] ?? topic })
}

'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import { type FieldName, fieldNames } from '@/lib/contact/fields'
import type { Topic } from '@/lib/contact/topics'
import { fillTemplate } from '@/lib/content/format'
import { Failure } from './Failure'
import { Field } from './Field'
import { errorOf, fieldOf } from './formValues'
import type { ContactTexts } from './types'
import { useArrival } from './useArrival'
import { useSending } from './useSending'
import { useTopic } from './useTopic'

type ContactFormProps = {
  texts: ContactTexts
  /** What screen readers call the form. */
  label: string | undefined
  closeLabel: string
  /** The site's e-mail address. */
  toEmail: string
  /** E-mail address and telephone number, shown when a message could not be sent. */
  children: ReactNode
}

type Errors = Partial<Record<FieldName, string | undefined>>

/** The contact form. What sends the message is loaded when the visitor begins to write. */
export function ContactForm({ texts, label, closeLabel, toEmail, children }: ContactFormProps) {
  const [errors, setErrors] = useState<Errors>({})
  const [topic, setTopic] = useTopic()
  const arrival = useArrival()
  const topicLine = topic ? lineOf(topic, texts) : ''
  const { status, load, send } = useSending({
    texts,
    closeLabel,
    toEmail,
    topicLine,
    shownAt: arrival.shownAt,
    onCleared() {
      arrival.draft.clear()
      setTopic(null)
    },
  })
  const isSending = status === 'sending'

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const found: Errors = Object.fromEntries(fieldNames.map((name) => [name, errorOf(form, name, texts)]))
    setErrors(found)
    const wrong = fieldNames.find((name) => found[name])
    if (wrong) fieldOf(form, wrong)?.focus()
    else send(form)
  }

  /** A field that was found wrong is checked again with every change; the others are left alone until sending. */
  function changed(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget
    arrival.keepDraft()
    const name = fieldNames.find((each) => fieldOf(form, each) === event.target)
    if (name && errors[name]) setErrors({ ...errors, [name]: errorOf(form, name, texts) })
  }

  const field = (name: FieldName) => ({ name, error: errors[name], readOnly: isSending })

  return (
    // Until the script is there, sending does nothing at all: no visitor's words get into an address.
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
      <Field {...field('name')} label={texts.nameLabel} type="text" autoComplete="name" />
      <Field {...field('email')} label={texts.emailLabel} type="email" autoComplete="email" />
      <Field
        {...field('phone')}
        label={texts.phoneLabel}
        optional={texts.optional ?? ''}
        type="tel"
        autoComplete="tel"
      />
      <Field {...field('message')} label={texts.messageLabel} placeholder={texts.messagePlaceholder} />
      {/* Programs fill in every field they find; people neither see this one nor reach it. */}
      <div aria-hidden className="sr-only">
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </div>
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

'use client'

import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useUser } from '@/components/auth/useUser'
import { Field } from '@/components/ui/form/Field'
import { readText } from '@/components/ui/form/readText'
import { findField, useForm } from '@/components/ui/form/useForm'
import type { Outcome } from '@/lib/contact/delivery'
import {
  type ContactField,
  type ContactValues,
  fieldNames,
  maxLengths,
  validateField,
} from '@/lib/contact/fields'
import { loadSender, sendMessage } from '@/lib/contact/sendMessage'
import { unsentMessage } from '@/lib/contact/unsentMessage'
import { fillTemplate } from '@/lib/content/text/format'
import { getProperty } from '@/lib/errorCode'
import { offerPath } from '@/lib/membership/offer/offerPath'
import { Failure } from './Failure'
import { scrollOnArrival } from './scrollOnArrival'
import { type ContactTexts, useTopic } from './useTopic'

type ContactFormProps = {
  texts: ContactTexts
  /** The form's accessible name. */
  label: string | undefined
  /** The site's email address. */
  toEmail: string
  /** The site's email and phone number, shown when a message could not be sent. */
  children: ReactNode
}

/**
 * The fields for the preferred times of a booking. They become lines above the message, since EmailJS's template
 * has no variables for them.
 */
const wishNames = ['firstWish', 'secondWish'] as const
type FormField = ContactField | (typeof wishNames)[number]

/** Contains a hyphen, so that it can never equal a real field's name. */
const honeypotName = 'company-website'

/** The contact form. The script that sends messages loads when the focus first enters the form. */
export function ContactForm({ texts, label, toEmail, children }: ContactFormProps) {
  const topic = useTopic(texts)
  const shownAt = useRef(0)
  const attemptCount = useRef(0)
  const [sentLines, setSentLines] = useState<readonly string[]>([])
  const { errors, result, isBusy, clear, showResult, props } = useForm<FormField, Outcome>({
    names: topic.isBooking ? [...fieldNames, ...wishNames] : fieldNames,
    emailSuggestion: texts.emailSuggestion,
    validate: (name, data) => getError(name, data, texts),
    async onSubmit(data) {
      const attempt = ++attemptCount.current
      const values = readValues(data)
      const topicLines = formatTopicLines(data)
      const honeypot = readText(data, honeypotName)
      const outcome = await sendMessage({ values, topicLines, toEmail, shownAt: shownAt.current, honeypot })
      setSentLines(topic.isBooking ? [...topicLines.slice(1), texts.wishNote] : [])
      if (outcome.sent) clearSent(values)
      else
        outcome.finalOutcome?.then((lateOutcome) => {
          if (attempt !== attemptCount.current) return
          if (lateOutcome.sent) clearSent(values)
          showResult(lateOutcome)
        })
      return { result: outcome }
    },
  })
  const form = props.ref
  const { user } = useUser()

  useEffect(() => {
    const fill = (name: ContactField, text: unknown) => {
      const field = form.current && findField(form.current, name)
      if (field?.value === '' && typeof text === 'string') field.value = text
    }
    fill('email', user?.email)
    // Accounts have no name. A failure leaves the field empty.
    if (user && topic.isBooking)
      fetchPayerName().then(
        (name) => fill('name', name),
        () => {},
      )
  }, [form, user, topic.isBooking])

  /** Returns the topic and the filled-in {@link wishNames} fields, one line each. */
  function formatTopicLines(data: FormData): string[] {
    const fields = wishNames.map((name) => ({ label: texts[name], text: readText(data, name).trim() }))
    const lines = fields.map(({ label, text }) => text && `${label}: ${text}`)
    return [topic.line, ...lines].filter(Boolean)
  }

  useLayoutEffect(() => {
    shownAt.current = performance.now()
    const unsentValues = unsentMessage.read()
    for (const name of fieldNames) {
      const field = form.current && findField(form.current, name)
      if (field?.value === '') field.value = unsentValues[name] ?? ''
    }
  }, [form])
  useEffect(() => {
    const section = form.current?.closest('section')
    if (section) return scrollOnArrival(section)
  }, [form])

  useEffect(() => {
    if (!isBusy)
      form.current?.querySelector('.contact-sent, .contact-failed')?.scrollIntoView({ block: 'nearest' })
  }, [isBusy, form])

  /** Clears the form, unless the visitor edited it before a late response arrived. */
  function clearSent(sent: ContactValues) {
    if (!form.current) return
    if (JSON.stringify(sent) !== JSON.stringify(readValues(new FormData(form.current)))) return
    clear()
    unsentMessage.clear()
    topic.remove()
  }

  const getFieldProps = (name: FormField) => ({
    id: `contact-${name}`,
    name,
    error: errors[name],
    readOnly: isBusy,
  })
  return (
    <form
      {...props}
      tabIndex={-1}
      aria-label={label}
      className={topic.isBooking ? 'contact-form contact-booking' : 'contact-form'}
      onInput={(event) => {
        unsentMessage.save(readValues(new FormData(event.currentTarget)))
        props.onInput(event)
      }}
      onFocus={loadSender}
    >
      {topic.line && (
        <p className="contact-topic">
          <span dir="auto">{topic.line}</span>
          <button
            type="button"
            className="text-link"
            onClick={() => {
              // Removing the topic also removes this focused button, which would lose the focus.
              form.current?.focus()
              topic.remove()
            }}
          >
            {texts.topicRemove}
          </button>
        </p>
      )}
      {topic.isSession && (
        <a href={offerPath} className="text-link unless-member">
          {texts.sessionOffer}
        </a>
      )}
      <Field {...getFieldProps('name')} label={texts.nameLabel} type="text" autoComplete="name" />
      <Field {...getFieldProps('email')} label={texts.emailLabel} type="email" autoComplete="email" />
      <Field
        {...getFieldProps('phone')}
        label={texts.phoneLabel}
        optionalLabel={texts.optional}
        type="tel"
        autoComplete="tel"
      />
      {topic.isBooking &&
        wishNames.map((name) => (
          <Field
            {...getFieldProps(name)}
            key={name}
            label={texts[name]}
            {...(name === 'secondWish' && { optionalLabel: texts.optional, hint: texts.wishNote })}
            type="text"
          />
        ))}
      <Field
        {...getFieldProps('message')}
        label={texts.messageLabel}
        {...(topic.isBooking && { optionalLabel: texts.optional })}
        placeholder={texts.messagePlaceholder}
      />
      {/* A honeypot: bots fill in every field, and visitors neither see nor reach this one. */}
      <div aria-hidden className="sr-only">
        <input type="text" name={honeypotName} tabIndex={-1} autoComplete="off" className="w-full" />
      </div>
      <button type="submit" aria-disabled={isBusy} className="button">
        {isBusy ? texts.sending : topic.isBooking ? texts.submitRequest : texts.submit}
      </button>
      <div role="status" className={result?.sent ? 'contact-sent' : 'sr-only'}>
        {/* Each string is in an element: browser translators replace text nodes, which React could then not remove. */}
        {isBusy && <span>{texts.sending}</span>}
        {result?.sent && (
          <p>
            <strong>{texts.successTitle}</strong> {texts.successText}
          </p>
        )}
        {result?.sent && sentLines.map((line) => <p key={line}>{line}</p>)}
      </div>
      <Failure
        reason={result?.sent === false ? result.reason : undefined}
        texts={texts}
        formatTopicLines={formatTopicLines}
      >
        {children}
      </Failure>
    </form>
  )
}

/** Fetches the name that the user entered at Stripe. */
async function fetchPayerName(): Promise<unknown> {
  const { callRoute } = await import('@/lib/auth/browser/callRoute')
  return getProperty(await callRoute('/api/payer'), 'name')
}

function readValues(data: FormData): ContactValues {
  const read = (name: ContactField) => readText(data, name)
  return { name: read('name'), email: read('email'), phone: read('phone'), message: read('message') }
}

/**
 * Returns the error message for a field, or undefined for a valid field. A booking needs a day and time or a message, and
 * its second choice must differ from the first.
 */
function getError(name: FormField, data: FormData, texts: ContactTexts): string | undefined {
  const [first, second] = wishNames.map((wish) => readText(data, wish).trim().toLowerCase())
  const message = readText(data, 'message').trim()
  if (name === 'firstWish') return first || second || message ? undefined : texts.wishRequired
  if (name === 'secondWish') return second && second === first ? texts.wishRepeated : undefined
  if (name === 'message' && !message && data.has('firstWish')) return undefined
  const problem = validateField(name, readText(data, name))
  if (!problem) return undefined
  const required: Partial<ContactValues> = {
    name: texts.nameRequired,
    email: texts.emailRequired,
    message: texts.messageRequired,
  }
  const messages = {
    tooLong: fillTemplate(texts.tooLong, { max: maxLengths[name] }),
    invalid: texts.emailInvalid,
    required: required[name],
  }
  return messages[problem]
}

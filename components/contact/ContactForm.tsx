'use client'

import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useUser } from '@/components/auth/useUser'
import { Field } from '@/components/ui/form/Field'
import { readText } from '@/components/ui/form/readText'
import { findField, useForm } from '@/components/ui/form/useForm'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
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
import { isText } from '@/lib/content/text/contentGuards'
import { fillTemplate, formatFieldTime, toFieldTime } from '@/lib/content/text/format'
import { isOpenAt, type OpeningHours } from '@/lib/content/text/openingHours'
import { getProperty } from '@/lib/errorCode'
import { offerPath } from '@/lib/membership/offer/offerPath'
import { Failure } from './Failure'
import { scrollOnArrival } from './scrollOnArrival'
import { type ContactTexts, useTopic } from './useTopic'

type ContactFormProps = {
  texts: ContactTexts
  /** The heading and the introduction of a message. A booking has its own. */
  heading: string | null
  intro: string | null
  /** The studio's opening hours, shown beside the preferred times, which must be within them. */
  openingHours: OpeningHours
  /** The site's email address. */
  toEmail: string
  /** The site's email and phone number, shown when a message could not be sent. */
  children: ReactNode
}

/**
 * The fields for a booking's preferred times. They become lines above the message, since EmailJS's template has no
 * variables for them.
 */
const wishNames = ['firstWish', 'secondWish'] as const
type FormField = ContactField | (typeof wishNames)[number]

/** Contains a hyphen, so that it can never equal a real field's name. */
const honeypotName = 'company-website'

/** The contact form. The script that sends messages loads when the focus first enters the form. */
export function ContactForm({ texts, heading, intro, openingHours, toEmail, children }: ContactFormProps) {
  const topic = useTopic(texts)
  const isBooking = topic.bookingHeading !== undefined
  const readIsBooking = () => topic.readCurrent().bookingHeading !== undefined
  // Also rendered before the URL is read, so that a booking's fields are visible before hydration.
  const hasWishes = isBooking || topic.isUnread
  const bookingClassName = topic.isUnread ? 'for-bookings' : ''
  const formHeading = topic.bookingHeading ?? heading
  const shownAt = useRef(0)
  const attemptCount = useRef(0)
  const [sentLines, setSentLines] = useState<readonly string[]>([])
  const { errors, result, isBusy, clear, showResult, props } = useForm<FormField, Outcome>({
    names: [...wishNames, ...fieldNames],
    emailSuggestion: texts.emailSuggestion,
    // A day without a time, or a time without a day, is missing from the form's data.
    validate: (name, data): string | undefined =>
      form.current && findField(form.current, name)?.validity.badInput
        ? texts.wishIncomplete
        : getError(name, data, texts, openingHours, readIsBooking()),
    async onSubmit(data) {
      const attempt = ++attemptCount.current
      const values = readValues(data)
      const topicLines = formatTopicLines(data)
      const honeypot = readText(data, honeypotName)
      const outcome = await sendMessage({ values, topicLines, toEmail, shownAt: shownAt.current, honeypot })
      setSentLines(readIsBooking() ? [...topicLines.slice(1), texts.wishNote] : [])
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
    if (!user) return
    let isCurrent = true
    const fill = (name: ContactField, text: unknown) => isCurrent && fillEmpty(form.current, name, text)
    fetchPayer().then(
      (payer) => {
        fill('email', getProperty(payer, 'email'))
        // Accounts have no name.
        if (isBooking) fill('name', getProperty(payer, 'name'))
      },
      () => fill('email', user.email),
    )
    return () => {
      isCurrent = false
    }
  }, [form, user, isBooking])

  /** Returns the topic and the filled-in {@link wishNames} fields, one line each. */
  function formatTopicLines(data: FormData): string[] {
    const lines = (readIsBooking() ? wishNames : []).map((name) => {
      const time = readText(data, name)
      return time && `${texts[name]}: ${formatFieldTime(time)}`
    })
    return [topic.readCurrent().line, ...lines].filter(Boolean)
  }

  useLayoutEffect(() => {
    shownAt.current = performance.now()
    const unsentValues = unsentMessage.read()
    for (const name of fieldNames) fillEmpty(form.current, name, unsentValues[name])
  }, [form])
  useEffect(() => {
    const section = form.current?.closest('section')
    if (section) return scrollOnArrival(section)
  }, [form])

  useEffect(() => {
    if (!isBusy)
      form.current?.querySelector('.contact-sent, .contact-failed')?.scrollIntoView({ block: 'nearest' })
  }, [isBusy, form])

  /**
   * Clears the form, except for a user's name and email, unless the visitor edited it before a late response arrived.
   */
  function clearSent(sent: ContactValues) {
    if (!form.current) return
    if (JSON.stringify(sent) !== JSON.stringify(readValues(new FormData(form.current)))) return
    clear()
    unsentMessage.clear()
    if (user) for (const name of ['name', 'email'] as const) fillEmpty(form.current, name, sent[name])
    if (!readIsBooking()) topic.remove()
  }

  const getFieldProps = (name: FormField) => ({
    id: `contact-${name}`,
    name,
    error: errors[name],
    readOnly: isBusy,
  })
  return (
    <>
      <Heading level={2} className="text-title">
        {formHeading}
      </Heading>
      <Text className="contact-form-intro mt-5 max-w-[27em] text-lead text-muted">
        {isBooking ? texts.bookingIntro : intro}
      </Text>
      <div className="without-script mt-10">
        <div className="contact-failed">
          <Text>{texts.scriptNeeded}</Text>
          {children}
        </div>
      </div>
      <form
        {...props}
        tabIndex={-1}
        aria-label={isText(formHeading) ? formHeading : undefined}
        className="contact-form"
        onInput={(event) => {
          unsentMessage.save(readValues(new FormData(event.currentTarget)))
          props.onInput(event)
        }}
        onFocus={loadSender}
      >
        {(topic.line || topic.isUnread) && (
          <div className={hasWishes ? `flex flex-wrap gap-x-8 ${bookingClassName}` : 'contact-topic'}>
            {!hasWishes && <span dir="auto">{topic.line}</span>}
            {topic.isSession && (
              <a href={offerPath} className="text-link unless-member">
                {texts.sessionOffer}
              </a>
            )}
            <button
              type="button"
              className="text-link text-start"
              onClick={() => {
                // Removing the topic also removes this focused button, which would lose the focus.
                form.current?.focus()
                topic.remove()
              }}
            >
              {hasWishes ? texts.bookingRemove : texts.topicRemove}
            </button>
          </div>
        )}
        {hasWishes &&
          wishNames.map((name) => (
            <div key={name} className={bookingClassName}>
              <Field
                {...getFieldProps(name)}
                label={texts[name]}
                {...(name === 'firstWish'
                  ? { hint: openingHours.lines.join('\n') }
                  : { optionalLabel: texts.optional })}
                type="datetime-local"
                min={topic.isUnread ? undefined : toFieldTime(new Date()).replace(/T.*/, 'T00:00')}
                max="9999-12-31T23:59"
                step={900}
              />
            </div>
          ))}
        <Field {...getFieldProps('name')} label={texts.nameLabel} type="text" autoComplete="name" />
        <Field {...getFieldProps('email')} label={texts.emailLabel} type="email" autoComplete="email" />
        <Field
          {...getFieldProps('phone')}
          label={texts.phoneLabel}
          optionalLabel={texts.optional}
          type="tel"
          autoComplete="tel"
        />
        <Field
          {...getFieldProps('message')}
          label={texts.messageLabel}
          {...(isBooking && { optionalLabel: texts.optional })}
          placeholder={texts.messagePlaceholder}
        />
        {/* A honeypot: bots fill in every field, and visitors neither see nor reach this one. */}
        <div aria-hidden className="sr-only">
          <input type="text" name={honeypotName} tabIndex={-1} autoComplete="off" className="w-full" />
        </div>
        <button type="submit" aria-disabled={isBusy} className="button">
          {isBusy ? texts.sending : isBooking ? texts.submitRequest : texts.submit}
        </button>
        <div role="status" className={result?.sent ? 'contact-sent' : 'sr-only'}>
          {/* Each string is in an element: browser translators replace text nodes, which React could then not remove. */}
          {isBusy && <span>{texts.sending}</span>}
          {result?.sent && (
            <p>
              <strong>{texts.successTitle}</strong>{' '}
              {sentLines.length === 0 && <span>{texts.successText}</span>}
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
    </>
  )
}

/** Fills in a field if it is empty. */
function fillEmpty(form: HTMLFormElement | null, name: ContactField, text: unknown) {
  const field = form && findField(form, name)
  if (field?.value === '' && typeof text === 'string') field.value = text
}

/** Fetches the user's email, and the name that the user entered at Stripe. */
async function fetchPayer(): Promise<unknown> {
  const { callRoute } = await import('@/lib/auth/browser/callRoute')
  return callRoute('/api/payer')
}

function readValues(data: FormData): ContactValues {
  const read = (name: ContactField) => readText(data, name)
  return { name: read('name'), email: read('email'), phone: read('phone'), message: read('message') }
}

/**
 * Returns the error message for a field, or undefined for a valid field. A booking needs a future time within the
 * opening hours, or a message, and its second choice must differ from the first.
 */
function getError(
  name: FormField,
  data: FormData,
  texts: ContactTexts,
  openingHours: OpeningHours,
  isBooking: boolean,
): string | undefined {
  const [first, second] = wishNames.map((wish) => readText(data, wish))
  const message = readText(data, 'message').trim()
  if (name === 'firstWish' || name === 'secondWish') {
    if (!isBooking) return undefined
    const time = readText(data, name)
    if (time && time < toFieldTime(new Date())) return texts.wishPast
    if (time && !isOpenAt(time, openingHours)) {
      const hours = openingHours.periods.map(({ text }) => text).join('; ')
      return fillTemplate(texts.wishClosed, { openingHours: hours })
    }
    if (name === 'firstWish') return first || second || message ? undefined : texts.wishRequired
    return time && time === first ? texts.wishRepeated : undefined
  }
  if (name === 'message' && !message && isBooking) return undefined
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

import { cleanEmail, isEmail, maxEmailLength } from '@/lib/email'

/** The fields of the contact form, in display order. */
export const fieldNames = ['name', 'email', 'phone', 'message'] as const
export type ContactField = (typeof fieldNames)[number]

export type ContactValues = Record<ContactField, string>

/** The maximum number of characters of each field. */
export const maxLengths: Readonly<Record<ContactField, number>> = {
  name: 100,
  email: maxEmailLength,
  phone: 50,
  message: 5000,
}

/** The fields that may stay empty. */
const optionalFields: readonly ContactField[] = ['phone']

/** Why the value of a field is not accepted. */
export type Problem = 'required' | 'invalid' | 'tooLong'

/** Checks one field. Accepts a phone number in any format, since formats vary. Returns undefined for a valid value. */
export function validateField(name: ContactField, value: string): Problem | undefined {
  const text = name === 'email' ? cleanEmail(value) : value.trim()
  if (text === '') return optionalFields.includes(name) ? undefined : 'required'
  if ([...text].length > maxLengths[name]) return 'tooLong'
  return name === 'email' && !isEmail(text) ? 'invalid' : undefined
}

/** The topics that a link to the contact form can set, as in `/contact?topic=tour`. */
const topics = ['membership', 'tour', 'session', 'onboarding'] as const
export type Topic = (typeof topics)[number]

/**
 * An inline script at the top of the contact page. Before the first paint, it marks `<html>` with the topic in the URL,
 * so that the style sheet shows a booking's fields and hides the texts that the topic replaces. `useTopic` removes the
 * mark.
 */
export const topicMarkScript = `{const t=/[?&]topic=(\\w+)/.exec(location.search);t&&document.documentElement.setAttribute("data-topic",t[1])}`

/** Parses the topic in a URL. Returns null for an unknown topic, so a URL cannot add text to a message. */
export function parseTopic(name: string | null | undefined): Topic | null {
  return topics.find((topic) => topic === name) ?? null
}

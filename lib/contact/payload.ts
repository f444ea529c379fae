import { cleanEmail } from '../email'
import type { ContactValues } from './fields'

/** The parameters of EmailJS's template, with the specification's names. */
export type ContactPayload = {
  from_name: string
  from_email: string
  phone: string
  message: string
  /** Only shown in the email, since EmailJS's template has a fixed recipient. */
  to_email: string
}

/** The payload as sent. EmailJS reads the CAPTCHA token, if its template requires one, from `g-recaptcha-response`. */
export type SentPayload = ContactPayload & { 'g-recaptcha-response'?: string }

const headerBreakingCharacters = /[\p{Cc}\u2028\u2029]+/gu
const controlCharacters = /(?![\t\n])\p{Cc}/gu

/**
 * Creates the payload of a message.
 *
 * @param topicLines - become the first lines of the message, since the template has no field for them; may be empty
 */
export function createPayload(
  values: ContactValues,
  topicLines: readonly string[],
  toEmail: string,
): ContactPayload {
  return {
    from_name: toSingleLine(values.name),
    from_email: cleanEmail(toSingleLine(values.email)),
    phone: toSingleLine(values.phone),
    message: formatMessageText(values.message, topicLines),
    to_email: toEmail,
  }
}

/** Puts a message below any topic lines, normalizes line breaks, and removes control characters except tabs. */
export function formatMessageText(message: string, topicLines: readonly string[]): string {
  const text = message
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(controlCharacters, '')
    .trim()
  return [topicLines.map(toSingleLine).join('\n'), text].filter(Boolean).join('\n\n')
}

/**
 * Trims a string and replaces its control characters with spaces, since a line break in a mail header would start
 * another header.
 */
function toSingleLine(text: string): string {
  return text.replace(headerBreakingCharacters, ' ').trim()
}

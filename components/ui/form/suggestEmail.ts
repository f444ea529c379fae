import { run as checkSpelling, POPULAR_DOMAINS } from '@zootools/email-spell-checker'
import { fillTemplate } from '@/lib/content/text/format'
import { cleanEmail } from '@/lib/email'
import { createTextElement } from '../createTextElement'

/** The last email for which a correction was suggested. */
let questionedEmail: string | undefined

/** The domains that the library lists, and others whose typos it also corrects. */
const popularDomains = [...POPULAR_DOMAINS, 'hotmail.com', 'live.com', 'outlook.com', 'yahoo.com']

/**
 * Returns the corrected email if its domain looks like a typo of a popular domain, or ends in `.con`, which does not
 * exist; otherwise undefined. The library also reports rare domains as typos, for example `.tv` as a typo of `.tk`.
 */
export function findCorrection(email: string): string | undefined {
  const existing = email.replace(/\.con$/i, '.com')
  const suggestion = checkSpelling({ email: existing })
  if (suggestion && popularDomains.includes(suggestion.domain)) return suggestion.full
  return existing === email ? undefined : existing
}

/**
 * Suggests a correction, once, for an email that looks mistyped: shows a button below the field that applies the
 * correction, and focuses the button.
 *
 * @param template - the question on the button, with the placeholder `{email}`
 * @returns whether there is a suggestion
 */
export function suggestEmail(field: HTMLInputElement, template: string): boolean {
  const email = cleanEmail(field.value)
  const correction = email === questionedEmail ? undefined : findCorrection(email)
  if (!correction) return false
  questionedEmail = email
  const button = createTextElement('button', 'text-link', fillTemplate(template, { email: correction }))
  button.type = 'button'
  button.addEventListener('click', (event) => {
    // In the purchase dialog, a click on any other button of type `button` closes the dialog.
    event.stopPropagation()
    field.value = correction
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  })
  field.after(button)
  const remove = () => button.remove()
  field.addEventListener('input', remove, { once: true })
  field.form?.addEventListener('submit', remove, { once: true })
  button.focus()
  return true
}

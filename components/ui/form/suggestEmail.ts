import { run as checkSpelling, POPULAR_DOMAINS } from '@zootools/email-spell-checker'
import { fillTemplate } from '@/lib/content/text/format'
import { cleanEmail } from '@/lib/email'
import { createTextElement } from '../createTextElement'

/** The email for which a correction was suggested last. */
let questionedEmail: string | undefined

/**
 * Returns the correction of a mistyped domain of a large email service. The library also mistakes rarer domains for
 * mistyped ones, such as `.tv` for `.tk`.
 */
export function findCorrection(email: string): string | undefined {
  const suggestion = checkSpelling({ email })
  return suggestion && POPULAR_DOMAINS.includes(suggestion.domain) ? suggestion.full : undefined
}

/**
 * Suggests a correction of an email that looks mistyped, once: shows a button below its field that applies it, and
 * focuses the button.
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
    // Other buttons of this type close the purchase dialog.
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

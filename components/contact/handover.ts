import type { ContactValues } from '@/lib/contact/fields'
import { fieldOf, valuesOf } from './formValues'

/** What a visitor has done in the form before its script took over. */
export type Handover = {
  values: ContactValues
  /** The field being written in, and what is selected in it (null where a field cannot tell). */
  focus: { name: string; start: number | null; end: number | null } | null
  /** When the form was shown, as `performance.now()` in milliseconds. */
  shownAt: number
  /** The visitor has asked to send already. */
  submitted: boolean
}

/** Reads from the delivered form what must not be lost. */
export function takeOver(
  form: HTMLFormElement,
  { shownAt, submitted }: Pick<Handover, 'shownAt' | 'submitted'>,
): Handover {
  const active = form.contains(document.activeElement) ? document.activeElement : null
  const field = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement ? active : null
  return {
    values: valuesOf(form),
    focus: field && { name: field.name, start: field.selectionStart, end: field.selectionEnd },
    shownAt,
    submitted,
  }
}

/** Puts the visitor back to the field that was being written in, and sends when that was asked for. */
export function resume(form: HTMLFormElement, { focus, submitted }: Handover): void {
  const field = focus && fieldOf(form, focus.name)
  if (field && focus) {
    field.focus({ preventScroll: true })
    if (focus.start !== null) field.setSelectionRange(focus.start, focus.end)
  }
  if (submitted) form.requestSubmit()
}

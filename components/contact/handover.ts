import { continueWriting, type WritingPlace, writingPlaceIn } from '@/components/ui/form/focus'
import type { ContactValues } from '@/lib/contact/fields'
import { valuesOf } from './formValues'

/** What a visitor has done in the form before its script took over. */
export type Handover = {
  values: ContactValues
  focus: WritingPlace | null
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
  return { values: valuesOf(form), focus: writingPlaceIn(form), shownAt, submitted }
}

/** Puts the visitor back to the field that was being written in, and sends when that was asked for. */
export function resume(form: HTMLFormElement, { focus, submitted }: Handover): void {
  continueWriting(form, focus)
  if (submitted) form.requestSubmit()
}

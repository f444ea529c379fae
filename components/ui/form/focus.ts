/** The field being written in, and what is selected in it (null where a field cannot tell). */
export type WritingPlace = { name: string; start: number | null; end: number | null }

/** The element of a field. */
export function fieldOf(form: HTMLFormElement, name: string): HTMLInputElement | HTMLTextAreaElement | null {
  const element = form.elements.namedItem(name)
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element : null
}

/** Where somebody is writing in a form that is about to be replaced. */
export function writingPlaceIn(form: HTMLFormElement): WritingPlace | null {
  const active = form.contains(document.activeElement) ? document.activeElement : null
  const isField = active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement
  return isField ? { name: active.name, start: active.selectionStart, end: active.selectionEnd } : null
}

/** Puts somebody back to where they were writing, in the form that took the other's place. */
export function continueWriting(form: HTMLFormElement, place: WritingPlace | null): void {
  const field = place && fieldOf(form, place.name)
  if (!field || !place) return
  field.focus({ preventScroll: true })
  if (place.start !== null) field.setSelectionRange(place.start, place.end)
}

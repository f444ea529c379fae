import { continueWriting, fieldOf, type WritingPlace, writingPlaceIn } from '@/components/ui/form/focus'

/** A button or link that had the focus: the how many-th of its kind it was. */
type ControlPlace = { kind: 'a' | 'button'; index: number }

/** What was done in a delivered form before its script took over. */
export type Handover = {
  values: ReadonlyMap<string, string>
  focus: WritingPlace | null
  control: ControlPlace | undefined
  /** Passwords are shown. */
  isReadable: boolean
  /** The value of the button that was pressed already: empty for the main one. */
  pressed: string | undefined
}

/** Reads what must not be lost from the delivered form, if one shows in the place. */
export function takeOver(place: HTMLElement | null, pressed: string | undefined): Handover {
  // One for members and one for visitors may stand there; the style sheet shows one of them.
  const form = [...(place?.querySelectorAll('form') ?? [])].find((each) => each.checkVisibility())
  const values = new Map<string, string>()
  let isReadable = false
  for (const field of form?.elements ?? []) {
    if (!(field instanceof HTMLInputElement)) continue
    if (field.type === 'checkbox') isReadable = field.checked
    else values.set(field.name, field.value)
  }
  return {
    values,
    focus: form ? writingPlaceIn(form) : null,
    control: form && controlIn(form),
    isReadable,
    pressed,
  }
}

function controlIn(form: HTMLFormElement): ControlPlace | undefined {
  const { activeElement } = document
  if (!activeElement) return undefined
  for (const kind of ['a', 'button'] as const) {
    const all: Element[] = [...form.querySelectorAll(kind)]
    const index = all.indexOf(activeElement)
    if (index >= 0) return { kind, index }
  }
  return undefined
}

/** Goes on in the form that took over: with what was written, where it was written, and sending if that was asked. */
export function resume(form: HTMLFormElement, { values, focus, control, pressed }: Handover): void {
  for (const [name, value] of values) {
    const field = fieldOf(form, name)
    if (field) field.value = value
  }
  continueWriting(form, focus)
  if (control) form.querySelectorAll(control.kind)[control.index]?.focus({ preventScroll: true })
  if (pressed === undefined) return
  form.requestSubmit(pressed ? form.querySelector<HTMLElement>(`button[value="${pressed}"]`) : null)
}

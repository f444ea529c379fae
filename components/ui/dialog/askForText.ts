import { element } from '../element'
import { type Box, makeBox, type Way, wayOn } from './ask'

/** A question that is answered with a line of text. */
export type TextQuestion = Box & {
  /** The label of the field. */
  label: string
  type: 'email' | 'text'
  autocomplete: AutoFill
  submitLabel: string
  /** Another way on, beside that button. */
  otherWay?: Way | undefined
  /** What stands in the field from the start, and what is wrong with it. */
  value: string
  error: string | undefined
  /** Says what is wrong with a text without spaces around it. */
  check: (text: string) => string | undefined
  /** Is called with such a text that is right, in the press itself. */
  onSubmit: (text: string) => void
}

/** Asks for a text in a modal box, which stays until the text is right or the box is closed. */
export function askForText(question: TextQuestion): void {
  const { label, type, autocomplete, submitLabel, otherWay, value, check, onSubmit } = question
  const { dialog, row, id } = makeBox(question)
  const form = element('form', 'mt-4')
  // Errors are shown in the words of the CMS instead of the browser's.
  form.noValidate = true
  const field = element('div', 'field')
  const labelled = element('label', 'field-label', label)
  const input = element('input', 'field-input')
  const message = element('p', 'field-error')
  labelled.htmlFor = input.id = `${id}-text`
  message.id = `${id}-error`
  Object.assign(input, { type, autocomplete, value, required: true })
  input.setAttribute('aria-describedby', message.id)
  const submit = element('button', 'button button-compact', submitLabel)
  submit.type = 'submit'
  row.prepend(submit)
  if (otherWay) submit.after(wayOn(otherWay, true, dialog))
  field.append(labelled, input, message)
  form.append(field, row)
  dialog.append(form)

  const show = (error: string | undefined) => {
    input.ariaInvalid = error === undefined ? null : 'true'
    message.textContent = error ?? ''
    message.hidden = error === undefined
  }
  show(question.error)
  input.addEventListener('input', () => input.ariaInvalid && show(check(input.value.trim())))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const text = input.value.trim()
    const error = check(text)
    show(error)
    if (error !== undefined) return input.focus()
    dialog.close()
    onSubmit(text)
  })
  dialog.showModal()
}

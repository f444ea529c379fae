import { type FormEvent, startTransition, useLayoutEffect, useOptimistic, useRef, useState } from 'react'
import { markHydrated } from './markHydrated'

/** The error message of each field. */
export type Errors<Name extends string> = { [Field in Name]?: string | undefined }

type FormOptions<Name extends string, Result> = {
  names: readonly Name[]
  /** Returns the fields that must be valid for a submission; by default all of them. */
  getRequiredFields?: ((data: FormData) => readonly Name[]) | undefined
  /** Returns the error message for a field, or undefined. */
  validate: (name: Name, data: FormData) => string | undefined
  /** The text that suggests a correction, with the placeholder `{email}`. If undefined, nothing is suggested. */
  emailSuggestion?: string | undefined
  /** Handles a submission with valid fields. Must not throw. */
  onSubmit: (data: FormData) => Promise<{ errors?: Errors<Name>; result?: Result }>
}

/** Finds the element of a field. */
export function findField(
  form: HTMLFormElement,
  name: string,
): HTMLInputElement | HTMLTextAreaElement | null {
  const element = form.elements.namedItem(name)
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element : null
}

/** Loads the email spell checker and runs it. If its script fails to load, every email passes. */
const loadSuggestion = (field: HTMLInputElement, template: string) =>
  import('./suggestEmail').then(
    ({ suggestEmail }) => suggestEmail(field, template),
    () => false,
  )

/**
 * Validates a form, submits it, and focuses the first invalid field. The form has an action, so that React replays a
 * submission from before hydration.
 *
 * @returns the errors and result, which are empty while the form is busy; whether it is busy; functions that replace the
 *   result and empty the fields; and the props of the `<form>`
 */
export function useForm<Name extends string, Result = never>(options: FormOptions<Name, Result>) {
  const { names, getRequiredFields, validate, emailSuggestion, onSubmit } = options
  type FormState = { errors: Errors<Name>; focusedField?: Name | undefined; result?: Result | undefined }
  const form = useRef<HTMLFormElement>(null)
  const [state, setState] = useState<FormState>({ errors: {} })
  const [isBusy, setIsBusy] = useOptimistic(false)
  const isSubmitting = useRef(false)
  const isClearing = useRef(false)

  useLayoutEffect(() => markHydrated(form.current), [])
  useLayoutEffect(() => {
    if (form.current && state.focusedField) findField(form.current, state.focusedField)?.focus()
  }, [state])

  function showOutcome(errors: Errors<Name>, result?: Result) {
    startTransition(() => setState({ errors, focusedField: names.find((name) => errors[name]), result }))
  }

  async function action(data: FormData) {
    if (isSubmitting.current) return
    const errors: Errors<Name> = {}
    for (const name of getRequiredFields?.(data) ?? names) errors[name] = validate(name, data)
    if (names.some((name) => errors[name])) return showOutcome(errors)
    isSubmitting.current = true
    setIsBusy(true)
    const email = form.current?.querySelector<HTMLInputElement>('input[type="email"]:not([hidden])')
    const isMistyped = email && emailSuggestion && (await loadSuggestion(email, emailSuggestion))
    const outcome = isMistyped ? {} : await onSubmit(data)
    isSubmitting.current = false
    showOutcome(outcome.errors ?? {}, outcome.result)
  }

  const errors: Errors<Name> = isBusy ? {} : state.errors
  return {
    errors,
    result: isBusy ? undefined : state.result,
    isBusy,
    showResult: (result: Result) => showOutcome({}, result),
    clear() {
      isClearing.current = true
      form.current?.reset()
      isClearing.current = false
    },
    props: {
      ref: form,
      action,
      // Shows error messages from the CMS instead of the browser's.
      noValidate: true,
      // React resets a form after its action. The input should stay until `clear`.
      onReset: (event: FormEvent) => {
        if (!isClearing.current) event.preventDefault()
      },
      // Validates an invalid field again on every change. Other fields are validated on submit only.
      onInput({ currentTarget, target }: FormEvent<HTMLFormElement>) {
        const name = names.find((fieldName) => findField(currentTarget, fieldName) === target)
        if (!name || !state.errors[name]) return
        const error = validate(name, new FormData(currentTarget))
        setState({ errors: { ...state.errors, [name]: error }, result: state.result })
      },
    },
  }
}

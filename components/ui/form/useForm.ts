import { type FormEvent, startTransition, useEffect, useOptimistic, useRef, useState } from 'react'
import { readText } from './readText'

/** The error of each field, as a text. */
export type Errors<Name extends string> = { [Field in Name]?: string | undefined }

type FormOptions<Name extends string, Result> = {
  names: readonly Name[]
  /** Returns the fields that a submission requires; by default all of them. */
  getRequiredFields?: ((data: FormData) => readonly Name[]) | undefined
  /** Returns the error of a field's text, or undefined. */
  validate: (name: Name, text: string) => string | undefined
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

/**
 * Validates a form, submits it, and focuses the first invalid field. The form has an action, so that React replays a
 * submission from before hydration.
 *
 * @returns the state, which is empty while the form is busy, and the props of the `<form>`
 */
export function useForm<Name extends string, Result = never>(options: FormOptions<Name, Result>) {
  const { names, getRequiredFields, validate, onSubmit } = options
  type Found = { errors: Errors<Name>; focus?: Name | undefined; result?: Result | undefined }
  const form = useRef<HTMLFormElement>(null)
  const [found, setFound] = useState<Found>({ errors: {} })
  const [isBusy, showBusy] = useOptimistic(false)
  const isActing = useRef(false)
  const isClearing = useRef(false)

  useEffect(() => {
    if (form.current && found.focus) findField(form.current, found.focus)?.focus()
  }, [found])

  function show(errors: Errors<Name>, result?: Result) {
    startTransition(() => setFound({ errors, focus: names.find((name) => errors[name]), result }))
  }

  async function action(data: FormData) {
    if (isActing.current) return
    const errors: Errors<Name> = {}
    for (const name of getRequiredFields?.(data) ?? names) errors[name] = validate(name, readText(data, name))
    if (names.some((name) => errors[name])) return show(errors)
    isActing.current = true
    showBusy(true)
    const response = await onSubmit(data)
    isActing.current = false
    show(response.errors ?? {}, response.result)
  }

  const errors: Errors<Name> = isBusy ? {} : found.errors
  return {
    errors,
    result: isBusy ? undefined : found.result,
    isBusy,
    /** Empties the fields. */
    clear() {
      isClearing.current = true
      form.current?.reset()
      isClearing.current = false
    },
    props: {
      ref: form,
      action,
      // Shows the error messages of the CMS instead of the browser's.
      noValidate: true,
      // React resets a form after its action. The input stays until `clear`.
      onReset: (event: FormEvent) => {
        if (!isClearing.current) event.preventDefault()
      },
      // An invalid field is validated again with every change, the others on submit only.
      onInput({ currentTarget, target }: FormEvent<HTMLFormElement>) {
        const name = names.find((each) => findField(currentTarget, each) === target)
        if (!name || !found.errors[name]) return
        const error = validate(name, readText(new FormData(currentTarget), name))
        setFound({ errors: { ...found.errors, [name]: error }, result: found.result })
      },
    },
  }
}

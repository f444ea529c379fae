import { type FormEvent, startTransition, useEffect, useOptimistic, useRef, useState } from 'react'
import { readText } from './readText'

/** The error of each field, as a text. */
export type Errors<Name extends string> = { [Field in Name]?: string | undefined }

type FormOptions<Name extends string, Result> = {
  names: readonly Name[]
  /** The fields that have to be right, where a button does not need all of them. */
  getRequiredFields?: ((data: FormData) => readonly Name[]) | undefined
  /** Checks one field. */
  validate: (name: Name, text: string) => string | undefined
  /** Runs the form's action with valid fields, and shows its result. Does not throw. */
  onSubmit: (data: FormData) => Promise<{ errors?: Errors<Name>; result?: Result }>
}

/** The element of a field. */
export function findField(
  form: HTMLFormElement,
  name: string,
): HTMLInputElement | HTMLTextAreaElement | null {
  const element = form.elements.namedItem(name)
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element : null
}

/**
 * A form that checks its fields, acts, and focuses the first error. It is a form with an action, so that React
 * replays a submission from before the page's script loaded.
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
      // Errors are shown in the words of the CMS instead of the browser's.
      noValidate: true,
      // React resets a form when its action has ended. What was typed stays until it is done with.
      onReset: (event: FormEvent) => {
        if (!isClearing.current) event.preventDefault()
      },
      // A field that was found wrong is checked again with every change; the others are left alone until sending.
      onInput({ currentTarget, target }: FormEvent<HTMLFormElement>) {
        const name = names.find((each) => findField(currentTarget, each) === target)
        if (!name || !found.errors[name]) return
        const error = validate(name, readText(new FormData(currentTarget), name))
        setFound({ errors: { ...found.errors, [name]: error }, result: found.result })
      },
    },
  }
}

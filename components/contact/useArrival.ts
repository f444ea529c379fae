import { useLayoutEffect, useMemo, useRef } from 'react'
import { draftIn } from '@/lib/contact/draft'
import { tolerantStore } from '@/lib/contact/storage'
import { fillIn, valuesOf } from './formValues'
import { type Handover, resume } from './handover'

/** What happens when the form takes over from the delivered one: the visitor goes on, and a draft comes back. */
export function useArrival(start: Handover) {
  const form = useRef<HTMLFormElement>(null)
  const shownAt = useRef(start.shownAt)
  const draft = useMemo(() => draftIn(tolerantStore(() => window.sessionStorage)), [])
  useLayoutEffect(() => {
    const element = form.current
    if (!element) return
    // Errors are shown in the words of the CMS instead of the browser's.
    element.noValidate = true
    fillIn(element, { ...draft.read(), ...withoutEmpty(start.values) })
    resume(element, start)
  }, [draft, start])
  const keepDraft = () => form.current && draft.save(valuesOf(form.current))
  return { form, shownAt, draft, keepDraft }
}

function withoutEmpty(values: Handover['values']): Partial<Handover['values']> {
  return Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''))
}

import { useEffect, useMemo, useRef } from 'react'
import { draftIn } from '@/lib/contact/draft'
import { tolerantStore } from '@/lib/contact/storage'
import { scrollOnArrival } from './arrival'
import { fillIn, valuesOf } from './formValues'

/** What happens to the form when the page is opened: the draft comes back, and the form comes into view. */
export function useArrival() {
  const form = useRef<HTMLFormElement>(null)
  const shownAt = useRef(0)
  const draft = useMemo(() => draftIn(tolerantStore(() => window.sessionStorage)), [])
  useEffect(() => {
    const element = form.current
    if (!element) return
    // From now on errors are shown in the words of the CMS instead of the browser's.
    element.noValidate = true
    shownAt.current ||= performance.now()
    fillIn(element, draft.read())
    return scrollOnArrival(element.closest('section') ?? element)
  }, [draft])
  const keepDraft = () => form.current && draft.save(valuesOf(form.current))
  return { form, shownAt, draft, keepDraft }
}

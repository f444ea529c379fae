import { useLayoutEffect, useRef } from 'react'
import { type Handover, resume } from './handover'

/** What forms have gone on with: a form that comes back later begins anew. */
const used = new WeakSet<Handover>()

/** Lets a form go on with what was done in the one that was delivered, once. */
export function useResume(start: Handover | undefined) {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (!form.current || !start || used.has(start)) return
    used.add(start)
    resume(form.current, start)
  }, [start])
  return form
}

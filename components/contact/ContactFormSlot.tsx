'use client'

import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { earlyPressIn } from '@/components/ui/form/earlyPressIn'
import { pointerReleased } from '@/components/ui/form/pointerReleased'
import { draftKey } from '@/lib/contact/draftKey'
import { scrollOnArrival } from './arrival'
import type { ContactFormProps } from './ContactForm'
import type { Handover } from './handover'

type ContactFormSlotProps = Omit<ContactFormProps, 'start'> & {
  /** The form as the server renders it. */
  still: ReactNode
}

type Live = { Form: ComponentType<ContactFormProps>; start: Handover }

/**
 * Holds the place of the contact form. The delivered form needs no script; the one that checks and sends is loaded
 * when the visitor turns to it, when the address names a topic, or when there is a draft, and takes over what was
 * written until then.
 */
export function ContactFormSlot({ still, ...props }: ContactFormSlotProps) {
  const place = useRef<HTMLDivElement>(null)
  const [live, setLive] = useState<Live>()
  const [isMissing, setIsMissing] = useState(false)
  const state = useRef({ loading: false, submitted: false, shownAt: 0, released: Promise.resolve() })

  const deliveredForm = () => place.current?.querySelector('form')

  function load() {
    if (live || state.current.loading) return
    state.current.loading = true
    import('./ContactForm').then(
      async ({ ContactForm, takeOver }) => {
        await state.current.released
        const form = deliveredForm()
        if (form) flushSync(() => setLive({ Form: ContactForm, start: takeOver(form, state.current) }))
      },
      // The next touch of the form tries again. Who has asked to send is told; what was written stays.
      () => {
        state.current.loading = false
        setIsMissing(state.current.submitted)
        state.current.submitted = false
      },
    )
  }

  function press() {
    state.current.released = pointerReleased()
    load()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving happens once
  useEffect(() => {
    const form = deliveredForm()
    if (!form) return
    // Errors are shown in the words of the CMS, which come with the script, instead of the browser's.
    form.noValidate = true
    state.current.shownAt = performance.now()
    state.current.submitted ||= earlyPressIn(place.current) !== undefined
    const loadIfNeeded = () =>
      (state.current.submitted || location.search.includes('topic=') || hasDraft()) && load()
    loadIfNeeded()
    // A link of this very page changes the address without loading it again. Older browsers tell nobody.
    const { navigation }: { navigation?: Navigation } = window
    navigation?.addEventListener('currententrychange', loadIfNeeded)
    const stopScrolling = scrollOnArrival(form.closest('section') ?? form)
    return () => {
      stopScrolling()
      navigation?.removeEventListener('currententrychange', loadIfNeeded)
    }
  }, [])

  if (live) return <live.Form {...props} start={live.start} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the form inside is what is operated
    <div
      ref={place}
      onFocus={load}
      onPointerDown={press}
      onSubmit={(event) => {
        event.preventDefault()
        state.current.submitted = true
        load()
      }}
    >
      {still}
      <div role="alert" className={isMissing ? 'contact-failed mt-6' : undefined}>
        {isMissing && (props.texts.failureOffline ?? props.texts.failureText)}
      </div>
    </div>
  )
}

function hasDraft(): boolean {
  try {
    return draftKey in sessionStorage
  } catch {
    return false
  }
}

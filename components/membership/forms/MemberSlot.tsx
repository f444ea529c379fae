'use client'

import { type ComponentType, type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { earlyPressIn } from '@/components/ui/form/earlyPressIn'
import { pointerReleased } from '@/components/ui/form/pointerReleased'
import type { Handover } from './handover'

type Texts = Readonly<Record<string, string | undefined>>
type PanelProps = { texts: Texts; start: Handover }

type MemberSlotProps = {
  /** What takes over, loaded when it is needed. */
  panel: 'signIn' | 'signUp' | 'forgotPassword' | 'resetPassword' | 'confirm' | 'account' | 'claim'
  texts: Texts
  /** Loads the panel at once where this browser keeps a session. */
  forMembers?: boolean
  /** What the server renders. */
  children: ReactNode
}

/**
 * Holds the place of a form of members. The delivered form needs no script; what checks and sends is loaded when
 * somebody turns to it, and takes over what was written until then. Every byte here is loaded by every visitor.
 */
export function MemberSlot({ panel, texts, forMembers, children }: MemberSlotProps) {
  const place = useRef<HTMLDivElement>(null)
  const [live, setLive] = useState<{ Panel: ComponentType<PanelProps>; start: Handover }>()
  const state = useRef<{ isLoading?: boolean; pressed?: string; released?: Promise<unknown> }>({})

  async function load() {
    const now = state.current
    if (now.isLoading) return
    now.isLoading = true
    try {
      const { takeOver, [panel]: Panel } = await import('../panels')
      await now.released
      const start = takeOver(place.current, now.pressed)
      flushSync(() => setLive({ Panel, start }))
    } catch {
      // The next touch of the form tries again. Who has asked to send is told; what was written stays.
      now.isLoading = false
      const message = place.current?.lastElementChild
      if (message && (now.pressed !== undefined || forMembers)) message.textContent = texts.noAnswer ?? ''
      now.pressed = undefined
    }
  }

  /** Somebody turns to the form; what else stands in the place needs no script. */
  function touch({ type, target }: SyntheticEvent) {
    if (!(target instanceof Element && target.closest('form'))) return
    if (type === 'pointerdown') state.current.released = pointerReleased()
    load()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving happens once
  useEffect(() => {
    state.current.pressed ??= earlyPressIn(place.current)
    if (state.current.pressed !== undefined) load()
    if (!forMembers) return
    // The mark follows the session (lib/membership/memberMark.ts), and hears of other tabs before this does.
    const loadForMember = () => document.documentElement.hasAttribute('data-member') && load()
    loadForMember()
    addEventListener('storage', loadForMember)
    return () => removeEventListener('storage', loadForMember)
  }, [])

  if (live) return <live.Panel texts={texts} start={live.start} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the form inside is what is operated
    <div
      ref={place}
      onFocus={touch}
      onPointerDown={touch}
      onSubmit={(event) => {
        event.preventDefault()
        const { nativeEvent } = event
        state.current.pressed =
          (nativeEvent instanceof SubmitEvent && nativeEvent.submitter?.getAttribute('value')) || ''
        load()
      }}
    >
      {children}
      <div role="alert" className="slot-message form-failed" />
    </div>
  )
}

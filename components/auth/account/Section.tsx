import type { GoTrueClient } from '@supabase/supabase-js'
import { type ReactNode, useId } from 'react'
import type { PageTexts } from '../texts'

/** The strings of the page `/account`. */
export type AccountTexts = PageTexts<'accountPage'>

/** The props that the sections of the page `/account` share; a section may use only some of them. */
export type AccountSectionProps = {
  texts: AccountTexts
  client: GoTrueClient
  /** The user's email. */
  email: string
  /** The email of an unfinished change. */
  newEmail?: string | undefined
}

type SectionProps = {
  heading: string
  /** Whether the children are sections. */
  isGroup?: boolean
  children: ReactNode
}

/** A section of the page `/account`, or a group of sections. */
export function Section({ heading, isGroup = false, children }: SectionProps) {
  const id = useId()
  const Heading = isGroup ? 'h2' : 'h3'
  return (
    <section aria-labelledby={id} className={isGroup ? 'account-group' : 'account-section'}>
      <Heading id={id} dir="auto" className={isGroup ? 'text-heading' : 'text-subtitle'}>
        {heading}
      </Heading>
      {children}
    </section>
  )
}

import type { GoTrueClient } from '@supabase/supabase-js'
import { type ReactNode, useId } from 'react'
import type { AccountPageQueryResult } from '@/lib/content/types.generated'
import type { PageTexts } from '../texts'

/** The strings of the page `/account`. */
export type AccountTexts = PageTexts<AccountPageQueryResult>

/** The common props of the parts of the page `/account`; a part may take only some. */
export type AccountSectionProps = {
  texts: AccountTexts
  client: GoTrueClient
  /** The user's email. */
  email: string
}

/** A part of the page `/account`. */
export function Section({ heading, children }: { heading: string | undefined; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="account-section">
      <h2 id={id} dir="auto" className="text-subtitle">
        {heading}
      </h2>
      {children}
    </section>
  )
}

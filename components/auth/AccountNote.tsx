'use client'

import { fillTemplate } from '@/lib/content/format'
import { useUser } from './useUser'

/**
 * Names the account that a form is about, where people come by a link: it may be another one than they think, if
 * somebody else has sent it. Before that is known, only the line is kept free.
 */
export function AccountNote({ texts }: { texts: { accountNote?: string } }) {
  const email = useUser().user?.email
  if (!texts.accountNote) return null
  return (
    <div className="account-note">
      {email && <p dir="auto">{fillTemplate(texts.accountNote, { email })}</p>}
    </div>
  )
}

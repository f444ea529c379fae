import { fillTemplate } from '@/lib/content/format'

type AccountNoteProps = {
  texts: { accountNote?: string }
  /** Whose account it is; before that is known, only the line is kept free. */
  email?: string | undefined
}

/**
 * Names the account that a form is about, where people come by a link: it may be another one than they think, if
 * somebody else has sent it.
 */
export function AccountNote({ texts, email }: AccountNoteProps) {
  if (!texts.accountNote) return null
  return (
    <div className="account-note">
      {email && <p dir="auto">{fillTemplate(texts.accountNote, { email })}</p>}
    </div>
  )
}

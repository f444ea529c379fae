import type { ReactNode } from 'react'
import type { FieldName } from '@/lib/membership/fields'
import { MemberFields } from './MemberFields'
import { ShowPassword } from './ShowPassword'
import type { SharedTexts } from './texts'

type StillFormProps = {
  id: string
  label: string | undefined
  names: readonly FieldName[]
  texts: SharedTexts & { submit?: string }
  /** What stands below the button. */
  children?: ReactNode
}

/**
 * A form of members as it is delivered: complete to look at and to write in. Until the script takes over, sending does
 * nothing at all, so that no password gets into an address.
 */
export function StillForm({ id, label, names, texts, children }: StillFormProps) {
  return (
    <form method="dialog" noValidate aria-label={label} className="member-form">
      <MemberFields id={id} names={names} texts={texts} />
      <ShowPassword names={names} texts={texts} />
      <button type="submit" className="button">
        {texts.submit}
      </button>
      <div role="status" className="sr-only" />
      {children}
    </form>
  )
}

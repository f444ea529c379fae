import { MemberLink } from '../forms/MemberLink'
import { ViewHeading } from '../forms/ViewHeading'
import type { AccountTexts } from './types'

/** Shown once the account is gone. */
export function DeletedView({ texts }: { texts: AccountTexts }) {
  return (
    <div className="member-view">
      <ViewHeading>{texts.deletedHeading}</ViewHeading>
      <p dir="auto">{texts.deletedText}</p>
      <MemberLink href="/" className="button">
        {texts.homeLink}
      </MemberLink>
    </div>
  )
}

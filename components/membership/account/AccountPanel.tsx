import { MemberLink } from '../forms/MemberLink'
import { SecondFactorView } from '../forms/SecondFactorView'
import { explain } from '../forms/texts'
import { AccountSections } from './AccountSections'
import { DeletedView } from './DeletedView'
import type { AccountTexts } from './types'
import { useAccount } from './useAccount'

/** The account of whoever is signed in, or why there is none to show. */
export function Panel({ texts }: { texts: AccountTexts }) {
  const { view, reload, showDeleted } = useAccount()
  switch (view.name) {
    case 'loading':
      return (
        <p role="status" dir="auto" className="text-lead">
          {texts.working}
        </p>
      )
    case 'signedOut':
      return (
        <div className="member-view">
          {view.problem ? (
            <p role="alert" dir="auto" className="form-failed">
              {explain(view.problem, texts)}
            </p>
          ) : (
            <p dir="auto" className="text-lead">
              {texts.signedOutText}
            </p>
          )}
          <MemberLink href="/sign-in?next=%2Faccount" className="button">
            {texts.signInLink}
          </MemberLink>
        </div>
      )
    case 'failed':
      return (
        <div className="member-view">
          <p role="alert" dir="auto" className="form-failed">
            {explain(view.problem, texts)}
          </p>
          <button type="button" className="button" onClick={reload}>
            {texts.retry}
          </button>
        </div>
      )
    case 'secondFactor':
      return <SecondFactorView texts={texts} client={view.client} goOn={reload} />
    case 'deleted':
      return <DeletedView texts={texts} />
    default:
      return <AccountSections texts={texts} client={view.client} user={view.user} onDeleted={showDeleted} />
  }
}

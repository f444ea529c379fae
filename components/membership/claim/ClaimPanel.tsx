import { useState } from 'react'
import { fillTemplate } from '@/lib/content/format'
import type { ClaimPageQueryResult } from '@/lib/content/types.generated'
import { asMember } from '@/lib/membership/answer'
import { loadAuthClient } from '@/lib/membership/authClient'
import { memberFetch, RouteProblem } from '@/lib/membership/memberFetch'
import { hasStoredSession } from '@/lib/membership/storedSession'
import { refresh } from '@/lib/membership/subscriptionStore'
import { AccountNote } from '../forms/AccountNote'
import type { Handover } from '../forms/handover'
import { MemberForm } from '../forms/MemberForm'
import { MemberLink } from '../forms/MemberLink'
import type { TextsOf } from '../forms/texts'
import { ViewHeading } from '../forms/ViewHeading'
import { useMember } from '../useMember'

type Texts = TextsOf<NonNullable<ClaimPageQueryResult>>

/** What the session has to be newer for: another link from the mailbox. */
const needsLink = new Set(['reauthentication_needed', 'no_authorization', 'bad_jwt', 'session_not_found'])

/** Connects what was bought as a guest with the account, for whoever has just come by the link from the mail. */
export function Panel({ texts, start }: { texts: Texts; start: Handover }) {
  const [view, setView] = useState<'form' | 'link' | 'done'>(hasStoredSession() ? 'form' : 'link')
  const email = useMember().user?.email

  if (view === 'done') {
    return (
      <div className="member-view">
        <ViewHeading>{texts.doneHeading}</ViewHeading>
        <p dir="auto">{texts.doneText}</p>
        <MemberLink href="/" className="button">
          {texts.doneLink}
        </MemberLink>
      </div>
    )
  }
  if (view === 'link') {
    return (
      <>
        <p dir="auto" className="mb-6">
          {texts.missingText}
        </p>
        <MemberForm
          key="link"
          label={texts.heading}
          names={['email']}
          texts={texts}
          submit={texts.missingSubmit}
          start={start}
          act={async ({ email }) => {
            const client = await loadAuthClient()
            const redirectTo = `${location.origin}/claim`
            await asMember(client, () => client.auth.resetPasswordForEmail(email, { redirectTo }))
            return fillTemplate(texts.sentText, { email })
          }}
        />
      </>
    )
  }
  return (
    <>
      <AccountNote texts={texts} email={email} />
      <MemberForm
        key="claim"
        label={texts.heading}
        names={['newPassword']}
        texts={texts}
        submit={texts.submit}
        start={start}
        owner={email}
        act={async ({ newPassword }) => {
          try {
            await memberFetch('/api/claim', { password: newPassword })
          } catch (error) {
            const code = error instanceof RouteProblem ? error.code : ''
            if (code === 'no_claim') return texts.noneText
            if (!needsLink.has(code)) throw error
            return setView('link')
          }
          setView('done')
          await refresh({ live: true })
        }}
      />
    </>
  )
}

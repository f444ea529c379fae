import type { SupabaseClient } from '@supabase/supabase-js'
import { useEffect, useState } from 'react'
import { fillTemplate } from '@/lib/content/format'
import type { ResetPasswordPageQueryResult } from '@/lib/content/types.generated'
import { asMember } from '@/lib/membership/answer'
import { nextOfPage } from '@/lib/membership/arrival'
import { loadAuthClient } from '@/lib/membership/authClient'
import { needsSecondFactor } from '@/lib/membership/secondFactor'
import { AccountNote } from '../forms/AccountNote'
import type { Handover } from '../forms/handover'
import { MemberForm } from '../forms/MemberForm'
import { MemberLink } from '../forms/MemberLink'
import { SecondFactorView } from '../forms/SecondFactorView'
import type { TextsOf } from '../forms/texts'
import { ViewHeading } from '../forms/ViewHeading'
import { useMember } from '../useMember'

type Texts = TextsOf<NonNullable<ResetPasswordPageQueryResult>>
type View =
  | { name: 'form' }
  | { name: 'secondFactor'; client: SupabaseClient }
  | { name: 'done'; email: string }

/** Saves a new password for whoever came by a link from an e-mail, or is signed in. */
export function Panel({ texts, start }: { texts: Texts; start: Handover }) {
  const [view, setView] = useState<View>({ name: 'form' })
  const email = useMember().user?.email
  // Whoever turns to the form is about to need it. Failures show when it is used.
  useEffect(() => void loadAuthClient().catch(() => undefined), [])

  if (view.name === 'secondFactor') {
    return <SecondFactorView texts={texts} client={view.client} goOn={() => setView({ name: 'form' })} />
  }
  if (view.name === 'done') {
    return (
      <div className="member-view">
        <ViewHeading>{texts.doneHeading}</ViewHeading>
        <p dir="auto">{fillTemplate(texts.doneText, { email: view.email })}</p>
        <MemberLink href={nextOfPage()} className="button">
          {texts.continueLink}
        </MemberLink>
      </div>
    )
  }
  return (
    <>
      <AccountNote texts={texts} email={email} />
      <MemberForm
        label={texts.heading}
        names={['newPassword']}
        texts={texts}
        submit={texts.submit}
        start={start}
        owner={email}
        act={async ({ newPassword }) => {
          const client = await loadAuthClient()
          if (await needsSecondFactor(client)) return setView({ name: 'secondFactor', client })
          const { data } = await asMember(client, () => client.auth.updateUser({ password: newPassword }))
          setView({ name: 'done', email: data.user?.email ?? '' })
        }}
      >
        {(problem) =>
          (problem === 'sessionEnded' || problem === 'accountGone') && (
            <MemberLink href="/forgot-password">{texts.missingLink}</MemberLink>
          )
        }
      </MemberForm>
    </>
  )
}

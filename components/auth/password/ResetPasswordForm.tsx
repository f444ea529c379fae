'use client'

import type { SupabaseClient } from '@supabase/supabase-js'
import { useState } from 'react'
import { needsSecondFactor, withFreshToken } from '@/lib/auth/browser/authCalls'
import { nextOfPage } from '@/lib/auth/browser/nextPath'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import { fillTemplate } from '@/lib/content/format'
import type { ResetPasswordPageQueryResult } from '@/lib/content/types.generated'
import { AccountNote } from '../AccountNote'
import { AuthForm } from '../AuthForm'
import { AuthLink } from '../AuthLink'
import { SecondFactorView } from '../SecondFactorView'
import type { TextsOf } from '../texts'
import { useUser } from '../useUser'
import { View } from '../View'

type Shown =
  | { name: 'form' }
  | { name: 'secondFactor'; client: SupabaseClient }
  | { name: 'done'; email: string }

/** Saves a new password for whoever came by a link from an e-mail, or is signed in. */
export function ResetPasswordForm({ texts }: { texts: TextsOf<NonNullable<ResetPasswordPageQueryResult>> }) {
  const [shown, setShown] = useState<Shown>({ name: 'form' })
  const owner = useUser().user?.email

  async function save(password: string) {
    const client = await loadAuthClient()
    if (await needsSecondFactor(client)) return setShown({ name: 'secondFactor', client })
    const { data } = await withFreshToken(client, () => client.auth.updateUser({ password }))
    setShown({ name: 'done', email: data.user?.email ?? '' })
  }

  if (shown.name === 'secondFactor') {
    return <SecondFactorView texts={texts} client={shown.client} onDone={() => setShown({ name: 'form' })} />
  }
  if (shown.name === 'done') {
    return (
      <View heading={texts.doneHeading}>
        <p dir="auto">{fillTemplate(texts.doneText, { email: shown.email })}</p>
        <AuthLink href={nextOfPage()} className="button">
          {texts.continueLink}
        </AuthLink>
      </View>
    )
  }
  return (
    <>
      <AccountNote texts={texts} />
      <AuthForm
        label={texts.heading}
        names={['newPassword']}
        texts={texts}
        submit={texts.submit}
        owner={owner}
        act={({ newPassword }) => save(newPassword)}
      >
        {(problem) =>
          (problem === 'sessionEnded' || problem === 'accountGone') && (
            <AuthLink href="/forgot-password">{texts.missingLink}</AuthLink>
          )
        }
      </AuthForm>
    </>
  )
}

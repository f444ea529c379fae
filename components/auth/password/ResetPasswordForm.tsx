'use client'

import { useState } from 'react'
import { needsSecondFactor, withFreshToken } from '@/lib/auth/browser/authCalls'
import { getNextUrl } from '@/lib/auth/browser/nextUrl'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import { fillTemplate } from '@/lib/content/text/format'
import { AuthLink } from '../AuthLink'
import { NewPasswordForm } from '../NewPasswordForm'
import { SecondFactorView } from '../SecondFactorView'
import type { PageTexts } from '../texts'
import { View } from '../View'

type ViewState = { name: 'form' | 'secondFactor' } | { name: 'done'; email: string }

/** Saves a new password for a user who followed an emailed link, or is signed in. */
export function ResetPasswordForm({ texts }: { texts: PageTexts<'resetPasswordPage'> }) {
  const [view, setView] = useState<ViewState>({ name: 'form' })

  async function save(password: string) {
    const client = await loadAuthClient()
    if (await needsSecondFactor(client)) return setView({ name: 'secondFactor' })
    const { data } = await withFreshToken(client, () => client.updateUser({ password }))
    setView({ name: 'done', email: data.user?.email ?? '' })
  }

  if (view.name === 'secondFactor') {
    return <SecondFactorView texts={texts} onDone={() => setView({ name: 'form' })} />
  }
  if (view.name === 'done') {
    return (
      <View heading={texts.doneHeading} text={fillTemplate(texts.doneText, { email: view.email })}>
        <AuthLink href={getNextUrl()} className="button" label={texts.continueLink} />
      </View>
    )
  }
  return (
    <NewPasswordForm texts={texts} save={save}>
      {(problem) =>
        (problem === 'sessionEnded' || problem === 'accountGone') && (
          <AuthLink href="/forgot-password" label={texts.missingLink} />
        )
      }
    </NewPasswordForm>
  )
}

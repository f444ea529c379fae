'use client'

import { type ReactNode, useState } from 'react'
import { needsSecondFactor, withFreshToken } from '@/lib/auth/browser/authCalls'
import { getNextUrl } from '@/lib/auth/browser/nextUrl'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import { fillTemplate } from '@/lib/content/text/format'
import { AuthLink } from './AuthLink'
import { NewPasswordForm } from './NewPasswordForm'
import { SecondFactorView } from './SecondFactorView'
import type { PageTexts } from './texts'
import { View } from './View'

/** Saves a new password for a user who followed an emailed link, or is signed in. */
export function ResetPasswordForm({ texts }: { texts: PageTexts<'resetPasswordPage'> }) {
  const [step, setStep] = useState<ReactNode>()

  async function save(password: string) {
    const client = await loadAuthClient()
    if (await needsSecondFactor(client))
      return setStep(<SecondFactorView texts={texts} onDone={() => setStep(undefined)} />)
    const { data } = await withFreshToken(client, () => client.updateUser({ password }))
    const text = fillTemplate(texts.doneText, { email: data.user?.email })
    setStep(
      <View heading={texts.doneHeading} text={text}>
        <AuthLink href={getNextUrl('/account')} className="button" label={texts.continueLink} />
      </View>,
    )
  }

  if (step) return step
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

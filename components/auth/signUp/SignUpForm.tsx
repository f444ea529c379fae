'use client'

import { useState } from 'react'
import { requireStorage, resendConfirmation, throwIfError } from '@/lib/auth/browser/authCalls'
import { requestCaptchaOption } from '@/lib/auth/browser/captcha'
import { getNextUrl } from '@/lib/auth/browser/nextUrl'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import { AuthForm, type FieldReader } from '../AuthForm'
import { AuthLink } from '../AuthLink'
import { SentView } from '../SentView'
import type { PageTexts } from '../texts'

type PendingSignUp = { email: string; password: string }

/** Creates an account, and waits for the confirmation of its email. */
export function SignUpForm({ texts }: { texts: PageTexts<'signUpPage'> }) {
  const [pendingSignUp, setPendingSignUp] = useState<PendingSignUp>()

  async function signUp(readField: FieldReader): Promise<void> {
    requireStorage()
    const client = await loadAuthClient()
    const email = readField('email')
    const password = readField('newPassword')
    const options = { emailRedirectTo: getNextUrl(), ...(await requestCaptchaOption()) }
    throwIfError(await client.signUp({ email, password, options }))
    setPendingSignUp({ email, password })
  }

  if (pendingSignUp) {
    return (
      <SentView
        texts={texts}
        email={pendingSignUp.email}
        code={{ type: 'signup', onDone: () => location.assign(getNextUrl()) }}
        password={pendingSignUp.password}
        resend={() => resendConfirmation(pendingSignUp.email, getNextUrl())}
        startOver={() => setPendingSignUp(undefined)}
      />
    )
  }
  return (
    <AuthForm fieldNames={['email', 'newPassword']} texts={texts} onSubmit={signUp}>
      <p dir="auto">
        {texts.signInText} <AuthLink href="/sign-in" shouldKeepNext label={texts.signInLink} />
      </p>
    </AuthForm>
  )
}

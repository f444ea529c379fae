'use client'

import { useState } from 'react'
import { requireStorage, throwIfCodeError, throwIfError } from '@/lib/auth/browser/authCalls'
import { nextOfPage } from '@/lib/auth/browser/nextPath'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import type { SignUpPageQueryResult } from '@/lib/content/types.generated'
import { AuthForm, type Written } from '../AuthForm'
import { AuthLink } from '../AuthLink'
import { SentView } from '../SentView'
import type { TextsOf } from '../texts'

/** Creates an account, and waits for the confirmation of its address. */
export function SignUpForm({ texts }: { texts: TextsOf<NonNullable<SignUpPageQueryResult>> }) {
  const [sentTo, setSentTo] = useState<string>()

  async function act({ email, newPassword }: Written): Promise<void> {
    requireStorage()
    const client = await loadAuthClient()
    const options = { emailRedirectTo: nextOfPage() }
    const { data } = throwIfError(await client.auth.signUp({ email, password: newPassword, options }))
    // Projects that ask for no confirmation answer with a session.
    if (data.session) location.assign(nextOfPage())
    else setSentTo(email)
  }

  async function resend() {
    const client = await loadAuthClient()
    const options = { emailRedirectTo: nextOfPage() }
    return throwIfError(await client.auth.resend({ type: 'signup', email: sentTo ?? '', options }))
  }

  async function enterCode(token: string) {
    const client = await loadAuthClient()
    throwIfCodeError(await client.auth.verifyOtp({ email: sentTo ?? '', token, type: 'signup' }))
    location.assign(nextOfPage())
  }

  if (sentTo !== undefined) {
    const startOver = () => setSentTo(undefined)
    return <SentView texts={texts} email={sentTo} {...{ enterCode, resend, startOver }} />
  }
  return (
    <AuthForm
      label={texts.heading}
      names={['email', 'newPassword']}
      texts={texts}
      submit={texts.submit}
      act={act}
    >
      <p dir="auto">
        {texts.signInText}{' '}
        <AuthLink href="/sign-in" keepsNext>
          {texts.signInLink}
        </AuthLink>
      </p>
    </AuthForm>
  )
}

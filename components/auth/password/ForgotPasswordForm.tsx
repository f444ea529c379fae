'use client'

import type { SupabaseClient } from '@supabase/supabase-js'
import { useState } from 'react'
import {
  needsSecondFactor,
  requireStorage,
  throwIfCodeError,
  throwIfError,
} from '@/lib/auth/browser/authCalls'
import { withNext } from '@/lib/auth/browser/nextPath'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import type { ForgotPasswordPageQueryResult } from '@/lib/content/types.generated'
import { AuthForm } from '../AuthForm'
import { AuthLink } from '../AuthLink'
import { SecondFactorView } from '../SecondFactorView'
import { SentView } from '../SentView'
import type { TextsOf } from '../texts'

type View =
  | { name: 'form' }
  | { name: 'sent'; email: string }
  | { name: 'secondFactor'; client: SupabaseClient }

/** Sends the e-mail with which a new password is chosen. */
export function ForgotPasswordForm({
  texts,
}: {
  texts: TextsOf<NonNullable<ForgotPasswordPageQueryResult>>
}) {
  const [view, setView] = useState<View>({ name: 'form' })
  const leave = () => location.assign(withNext('/reset-password'))

  async function send(email: string) {
    const client = await loadAuthClient()
    const redirectTo = new URL('/reset-password', location.origin).href
    throwIfError(await client.auth.resetPasswordForEmail(email, { redirectTo }))
    setView({ name: 'sent', email })
  }

  async function enterCode(email: string, token: string) {
    requireStorage()
    const client = await loadAuthClient()
    throwIfCodeError(await client.auth.verifyOtp({ email, token, type: 'recovery' }))
    if (await needsSecondFactor(client)) setView({ name: 'secondFactor', client })
    else leave()
  }

  if (view.name === 'secondFactor') {
    return <SecondFactorView texts={texts} client={view.client} onDone={leave} />
  }
  if (view.name === 'sent') {
    const { email } = view
    return (
      <SentView
        texts={texts}
        email={email}
        enterCode={(code) => enterCode(email, code)}
        resend={() => send(email)}
        startOver={() => setView({ name: 'form' })}
      />
    )
  }
  return (
    <AuthForm
      label={texts.heading}
      names={['email']}
      texts={texts}
      submit={texts.submit}
      act={({ email }) => send(email)}
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

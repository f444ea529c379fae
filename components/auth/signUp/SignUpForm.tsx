'use client'

import { useState } from 'react'
import { requireStorage, throwIfError } from '@/lib/auth/browser/authCalls'
import { nextOfPage } from '@/lib/auth/browser/nextPath'
import { storeSignUpMark } from '@/lib/auth/browser/signUpMark'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import type { SignUpPageQueryResult } from '@/lib/content/types.generated'
import { AuthForm, type Written } from '../AuthForm'
import { AuthLink } from '../AuthLink'
import { SentView } from '../SentView'
import type { TextsOf } from '../texts'

/** Creates an account, and waits for the confirmation of its address. */
export function SignUpForm({ texts }: { texts: TextsOf<SignUpPageQueryResult> }) {
  const [sent, setSent] = useState<{ to: string; password: string }>()
  const leave = () => location.assign(nextOfPage())

  async function act(text: Written): Promise<void> {
    requireStorage()
    const client = await loadAuthClient()
    const email = text('email')
    const password = text('newPassword')
    const mark = crypto.randomUUID()
    const options = { emailRedirectTo: nextOfPage(), data: { sign_up: mark } }
    const { data } = throwIfError(await client.signUp({ email, password, options }))
    if (data.user) storeSignUpMark(data.user.id, mark)
    // Projects that ask for no confirmation answer with a session.
    if (data.session) leave()
    else setSent({ to: email, password })
  }

  /** With an address that is not confirmed the password signs nobody in. */
  async function isConfirmed({ to, password }: { to: string; password: string }): Promise<boolean> {
    const { data } = await (await loadAuthClient()).signInWithPassword({ email: to, password })
    return data.session !== null
  }

  async function resend(email: string) {
    const client = await loadAuthClient()
    const options = { emailRedirectTo: nextOfPage() }
    throwIfError(await client.resend({ type: 'signup', email, options }))
  }

  if (sent) {
    return (
      <SentView
        texts={texts}
        email={sent.to}
        code={{ type: 'signup', onDone: leave }}
        password={sent.password}
        isConfirmed={() => isConfirmed(sent)}
        resend={() => resend(sent.to)}
        startOver={() => setSent(undefined)}
      />
    )
  }
  return (
    <AuthForm names={['email', 'newPassword']} texts={texts} act={act}>
      <p dir="auto">
        {texts.signInText} <AuthLink href="/sign-in" keepsNext label={texts.signInLink} />
      </p>
    </AuthForm>
  )
}

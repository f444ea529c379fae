'use client'

import { useRef, useState } from 'react'
import { requireStorage, throwIfError } from '@/lib/auth/browser/authCalls'
import { callAsVisitor } from '@/lib/auth/browser/callRoute'
import { requestCaptchaOption } from '@/lib/auth/browser/captcha'
import { getNextUrl } from '@/lib/auth/browser/nextUrl'
import { storeSignUpMark } from '@/lib/auth/browser/signUpMark'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import type { SignUpPageQueryResult } from '@/lib/content/types.generated'
import { getProperty } from '@/lib/errorCode'
import { AuthForm, type FieldReader } from '../AuthForm'
import { AuthLink } from '../AuthLink'
import { SentView } from '../SentView'
import type { PageTexts } from '../texts'

type PendingSignUp = { email: string; password: string; userId: string }

/** Creates an account, and waits for the confirmation of its email. */
export function SignUpForm({ texts }: { texts: PageTexts<SignUpPageQueryResult> }) {
  const [pendingSignUp, setPendingSignUp] = useState<PendingSignUp>()
  /** The account's fingerprint (`/api/auth/sign-up-state`) at the last attempt to sign in. */
  const lastTriedState = useRef<string>(undefined)
  const redirectToNext = () => location.assign(getNextUrl())

  async function signUp(readField: FieldReader): Promise<void> {
    requireStorage()
    const client = await loadAuthClient()
    const email = readField('email')
    const password = readField('newPassword')
    const mark = crypto.randomUUID()
    const options = {
      emailRedirectTo: getNextUrl(),
      data: { sign_up: mark },
      ...(await requestCaptchaOption()),
    }
    const { data } = throwIfError(await client.signUp({ email, password, options }))
    if (data.user) storeSignUpMark(data.user.id, mark)
    // Supabase projects without email confirmation return a session.
    if (data.session) redirectToNext()
    else setPendingSignUp({ email, password, userId: data.user?.id ?? '' })
  }

  /**
   * Tries to sign in once the account is confirmed, and again only after its fingerprint has changed, since each
   * attempt may need a CAPTCHA token. Returns whether the user is signed in.
   */
  async function signInIfConfirmed({ email, password, userId }: PendingSignUp): Promise<boolean> {
    const state = getProperty(
      await callAsVisitor('/api/auth/sign-up-state', { id: userId }),
      'confirmed_state',
    )
    if (typeof state !== 'string' || state === lastTriedState.current) return false
    lastTriedState.current = state
    const client = await loadAuthClient()
    const options = await requestCaptchaOption()
    const { data } = await client.signInWithPassword({ email, password, options })
    return data.session !== null
  }

  async function resend(email: string) {
    const client = await loadAuthClient()
    const options = { emailRedirectTo: getNextUrl(), ...(await requestCaptchaOption()) }
    throwIfError(await client.resend({ type: 'signup', email, options }))
  }

  if (pendingSignUp) {
    return (
      <SentView
        texts={texts}
        email={pendingSignUp.email}
        code={{ type: 'signup', onDone: redirectToNext }}
        password={pendingSignUp.password}
        signInIfConfirmed={() => signInIfConfirmed(pendingSignUp)}
        resend={() => resend(pendingSignUp.email)}
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

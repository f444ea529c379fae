'use client'

import type { SupabaseClient } from '@supabase/supabase-js'
import { useState, useSyncExternalStore } from 'react'
import {
  mailSignInLink,
  needsSecondFactor,
  requireStorage,
  throwIfCodeError,
  throwIfError,
} from '@/lib/auth/browser/authCalls'
import { nextOfPage } from '@/lib/auth/browser/nextPath'
import type { ProblemName } from '@/lib/auth/browser/problems'
import { sessionEnding } from '@/lib/auth/browser/sessionEnd'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import type { SignInPageQueryResult } from '@/lib/content/types.generated'
import { AuthForm, type Written } from '../AuthForm'
import { AuthLink } from '../AuthLink'
import { SecondFactorView } from '../SecondFactorView'
import { SentView } from '../SentView'
import { explain, type TextsOf } from '../texts'

type View =
  | { name: 'form' }
  | { name: 'sent'; email: string; type: 'email' | 'signup' }
  | { name: 'secondFactor'; client: SupabaseClient }

const fields = ['email', 'password'] as const

/** Signs in: with a password, or with a link or code by e-mail, and with an app's code where one is set up. */
export function SignInForm({ texts }: { texts: TextsOf<NonNullable<SignInPageQueryResult>> }) {
  const [view, setView] = useState<View>({ name: 'form' })
  const [email, setEmail] = useState('')
  const ending = useSessionEnding()
  const leave = () => location.assign(nextOfPage())

  async function finish(client: SupabaseClient) {
    if (await needsSecondFactor(client)) setView({ name: 'secondFactor', client })
    else leave()
  }

  const sendMail = async (to: string) => mailSignInLink(await loadAuthClient(), to, nextOfPage())

  async function act({ email: address, password }: Written, way: string): Promise<void> {
    requireStorage()
    setEmail(address)
    if (way === 'mail') {
      await sendMail(address)
      return setView({ name: 'sent', email: address, type: 'email' })
    }
    const client = await loadAuthClient()
    throwIfError(await client.auth.signInWithPassword({ email: address, password }))
    await finish(client)
  }

  async function resendConfirmation(to: string) {
    const client = await loadAuthClient()
    throwIfError(
      await client.auth.resend({ type: 'signup', email: to, options: { emailRedirectTo: nextOfPage() } }),
    )
  }

  async function enterCode(code: string) {
    if (view.name !== 'sent') return
    const client = await loadAuthClient()
    throwIfCodeError(await client.auth.verifyOtp({ email: view.email, token: code, type: 'email' }))
    await finish(client)
  }

  if (view.name === 'secondFactor') {
    return <SecondFactorView texts={texts} client={view.client} onDone={leave} />
  }
  if (view.name === 'sent') {
    return (
      <SentView
        texts={texts}
        email={view.email}
        enterCode={enterCode}
        resend={() => (view.type === 'email' ? sendMail(view.email) : resendConfirmation(view.email))}
        startOver={() => setView({ name: 'form' })}
      />
    )
  }
  const confirmAgain = (problem: ProblemName | undefined) =>
    problem === 'emailNotConfirmed' && (
      <button
        type="button"
        className="text-link"
        onClick={() =>
          resendConfirmation(email).finally(() => setView({ name: 'sent', email, type: 'signup' }))
        }
      >
        {texts.resend}
      </button>
    )
  return (
    <>
      {ending && (
        <p dir="auto" className="form-failed mb-8">
          {explain(ending, texts)}
        </p>
      )}
      <AuthForm
        label={texts.heading}
        names={fields}
        texts={texts}
        submit={texts.submit}
        needs={(way) => (way === 'mail' ? ['email'] : fields)}
        act={act}
      >
        {(problem, isBusy) => (
          <>
            {confirmAgain(problem)}
            {texts.mailButton && (
              <button
                type="submit"
                name="way"
                value="mail"
                aria-disabled={isBusy}
                className="button button-quiet"
              >
                {texts.mailButton}
              </button>
            )}
            <div className="auth-ways">
              <AuthLink href="/forgot-password" keepsNext>
                {texts.forgotLink}
              </AuthLink>
              <p dir="auto">
                {texts.signUpText}{' '}
                <AuthLink href="/sign-up" keepsNext>
                  {texts.signUpLink}
                </AuthLink>
              </p>
            </div>
          </>
        )}
      </AuthForm>
    </>
  )
}

const subscribeToNothing = () => () => {}

/** Why the last session of this browser has ended by itself. Static pages know nothing of it. */
function useSessionEnding() {
  return useSyncExternalStore(subscribeToNothing, sessionEnding, () => undefined)
}

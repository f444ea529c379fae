'use client'

import { useState } from 'react'
import { ActionButton } from '@/components/ui/form/ActionButton'
import {
  mailSignInLink,
  needsSecondFactor,
  requireStorage,
  resendConfirmation,
  throwIfError,
} from '@/lib/auth/browser/authCalls'
import { requestCaptchaOption } from '@/lib/auth/browser/captcha'
import { getNextUrl } from '@/lib/auth/browser/nextUrl'
import { type ProblemName, toProblemNames } from '@/lib/auth/browser/problems'
import { readSessionEnding } from '@/lib/auth/browser/sessionEnd'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import { AuthForm, type FieldReader } from '../AuthForm'
import { AuthLink } from '../AuthLink'
import { ProblemAlert } from '../ProblemAlert'
import { SecondFactorView } from '../SecondFactorView'
import { SentView } from '../SentView'
import { formatProblem, type PageTexts } from '../texts'
import { useBrowserValue } from '../useBrowserValue'

type ViewState = { name: 'form' | 'secondFactor' } | { name: 'sent'; send: () => Promise<void> }

const fields = ['email', 'password'] as const

/** Signs in with a password, an emailed link or an emailed code, and then with an app's code if an app is set up. */
export function SignInForm({ texts }: { texts: PageTexts<'signInPage'> }) {
  const [view, setView] = useState<ViewState>({ name: 'form' })
  const [email, setEmail] = useState('')
  const [resendProblem, setResendProblem] = useState<ProblemName>()
  // The problem that ended this browser's last session.
  const sessionProblem = useBrowserValue(readSessionEnding, undefined)
  const redirectToNext = () => location.assign(getNextUrl())

  async function signIn(readField: FieldReader, intent: string): Promise<void> {
    requireStorage()
    const enteredEmail = readField('email')
    setEmail(enteredEmail)
    setResendProblem(undefined)
    if (intent === 'mail') {
      const send = () => mailSignInLink(enteredEmail, getNextUrl())
      await send()
      return setView({ name: 'sent', send })
    }
    const client = await loadAuthClient()
    const credentials = { email: enteredEmail, password: readField('password') }
    throwIfError(await client.signInWithPassword({ ...credentials, options: await requestCaptchaOption() }))
    if (await needsSecondFactor(client)) setView({ name: 'secondFactor' })
    else redirectToNext()
  }

  async function resend() {
    const send = () => resendConfirmation(email, getNextUrl())
    try {
      await send()
      setView({ name: 'sent', send })
    } catch (error) {
      setResendProblem(toProblemNames(error, navigator.onLine)[0])
    }
  }

  if (view.name === 'secondFactor') return <SecondFactorView texts={texts} onDone={redirectToNext} />
  if (view.name === 'sent') {
    return (
      <SentView
        texts={texts}
        email={email}
        code={{ type: 'email', onDone: redirectToNext }}
        resend={view.send}
        startOver={() => setView({ name: 'form' })}
      />
    )
  }
  return (
    <>
      {sessionProblem && (
        <p dir="auto" className="form-failed mb-8">
          {formatProblem(sessionProblem, texts)}
        </p>
      )}
      <AuthForm
        fieldNames={fields}
        texts={texts}
        getRequiredFields={(intent) => (intent === 'mail' ? ['email'] : fields)}
        onSubmit={signIn}
      >
        {(problem, isBusy) => (
          <>
            {problem === 'emailNotConfirmed' && (
              <>
                <ActionButton className="text-link" action={resend} busyLabel={texts.working}>
                  {texts.resend}
                </ActionButton>
                <ProblemAlert problem={resendProblem} texts={texts} />
              </>
            )}
            <button
              type="submit"
              name="intent"
              value="mail"
              aria-disabled={isBusy}
              className="button button-quiet"
            >
              {texts.mailButton}
            </button>
            <div className="auth-actions">
              <AuthLink href="/forgot-password" shouldKeepNext label={texts.forgotLink} />
              <p dir="auto">
                {texts.signUpText} <AuthLink href="/sign-up" shouldKeepNext label={texts.signUpLink} />
              </p>
              <AuthLink href="/api/portal-login" label={texts.portalLogin} />
            </div>
          </>
        )}
      </AuthForm>
    </>
  )
}

'use client'

import { type ReactNode, useState } from 'react'
import { ActionButton } from '@/components/ui/form/ActionButton'
import { useBrowserValue } from '@/components/ui/useBrowserValue'
import {
  mailSignInLink,
  needsSecondFactor,
  requireStorage,
  resendConfirmation,
  throwIfError,
} from '@/lib/auth/browser/authCalls'
import { requestCaptchaOption } from '@/lib/auth/browser/captcha'
import { getNextUrl } from '@/lib/auth/browser/nextUrl'
import { readSessionEnding } from '@/lib/auth/browser/sessionEnd'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import { pages } from '@/lib/pages'
import { AuthForm, type FieldReader } from './AuthForm'
import { AuthLink } from './AuthLink'
import { useProblemAlert } from './ProblemAlert'
import { SecondFactorView } from './SecondFactorView'
import { useSentView } from './SentView'
import { formatProblem, type PageTexts, type SharedTexts } from './texts'

const fields = ['email', 'password'] as const

/** Signs in with a password, an emailed link or an emailed code, then with an authenticator app, if one is set up. */
export function SignInForm({ texts }: { texts: PageTexts<'signInPage'> }) {
  const redirectToNext = () => location.assign(getNextUrl(pages.account.path))
  const [secondFactorView, setSecondFactorView] = useState<ReactNode>()
  const [sentView, showSent] = useSentView(texts, { type: 'email', onDone: redirectToNext })
  const [email, setEmail] = useState('')
  // The problem that ended this browser's last session.
  const sessionProblem = useBrowserValue(readSessionEnding, undefined)

  async function sendMail(recipient: string, send: () => Promise<void>): Promise<void> {
    await send()
    showSent({ email: recipient, resend: send })
  }

  async function signIn(readField: FieldReader, intent: string): Promise<void> {
    requireStorage()
    const enteredEmail = readField('email')
    setEmail(enteredEmail)
    if (intent === 'mail')
      return sendMail(enteredEmail, () => mailSignInLink(enteredEmail, getNextUrl(pages.account.path)))
    const client = await loadAuthClient()
    const credentials = { email: enteredEmail, password: readField('password') }
    throwIfError(await client.signInWithPassword({ ...credentials, options: await requestCaptchaOption() }))
    if (await needsSecondFactor(client))
      setSecondFactorView(<SecondFactorView texts={texts} onDone={redirectToNext} />)
    else redirectToNext()
  }

  if (secondFactorView || sentView) return secondFactorView ?? sentView
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
              <ResendButton
                texts={texts}
                resend={() => sendMail(email, () => resendConfirmation(email, getNextUrl()))}
              />
            )}
            {/* Directly below the error for a wrong password, which mentions this link. */}
            <AuthLink href="/forgot-password" shouldKeepNext label={texts.forgotLink} />
            <button
              type="submit"
              name="intent"
              value="mail"
              aria-disabled={isBusy}
              className="button button-quiet"
            >
              {texts.mailButton}
            </button>
            <p dir="auto">
              {texts.signUpText} <AuthLink href="/sign-up" shouldKeepNext label={texts.signUpLink} />
            </p>
            <p dir="auto" className="border-t border-rule pt-4">
              {texts.portalText} <AuthLink href="/api/portal-login" label={texts.portalLogin} />
            </p>
          </>
        )}
      </AuthForm>
    </>
  )
}

/** A button that resends an account's confirmation email. */
function ResendButton({ texts, resend }: { texts: SharedTexts; resend: () => Promise<void> }) {
  const { alert, run } = useProblemAlert(texts)
  return (
    <>
      <ActionButton className="text-link" action={() => run(resend)} busyLabel={texts.working}>
        {texts.resend}
      </ActionButton>
      {alert}
    </>
  )
}

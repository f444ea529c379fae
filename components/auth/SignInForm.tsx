'use client'

import { type ReactNode, useState } from 'react'
import { useBrowserValue } from '@/components/ui/useBrowserValue'
import {
  mailSignInLink,
  needsSecondFactor,
  requireStorage,
  resendConfirmation,
} from '@/lib/auth/browser/authCalls'
import { requestCaptchaOption } from '@/lib/auth/browser/captcha'
import { getNextUrl } from '@/lib/auth/browser/nextUrl'
import { readSessionEnding } from '@/lib/auth/browser/sessionEnd'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import { pages } from '@/lib/pages'
import { AuthForm, type FieldReader } from './AuthForm'
import { AuthLink } from './AuthLink'
import { SecondFactorView } from './SecondFactorView'
import { useSentView } from './SentView'
import { formatProblem, type PageTexts } from './texts'

/** Signs in with a password, an emailed link or an emailed code, then with an authenticator app, if one is set up. */
export function SignInForm({ texts }: { texts: PageTexts<'signInPage'> }) {
  const redirectToNext = () => location.assign(getNextUrl(pages.account.path))
  const [secondFactorView, setSecondFactorView] = useState<ReactNode>()
  const [sentView, showSent] = useSentView(texts, { type: 'email', onDone: redirectToNext })
  const [isUnconfirmed, setIsUnconfirmed] = useState(false)
  // The problem that ended this browser's last session.
  const sessionProblem = useBrowserValue(readSessionEnding, undefined)

  async function sendMail(recipient: string, send: () => Promise<void>): Promise<void> {
    await send()
    showSent({ email: recipient, resend: send })
  }

  async function signIn(readField: FieldReader, intent: string): Promise<void> {
    requireStorage()
    const email = readField('email')
    if (intent === 'mail') return sendMail(email, () => mailSignInLink(email, getNextUrl(pages.account.path)))
    if (intent === 'resend') return sendMail(email, () => resendConfirmation(email, getNextUrl()))
    const client = await loadAuthClient()
    const credentials = { email, password: readField('password') }
    const options = await requestCaptchaOption()
    const { error } = await client.signInWithPassword({ ...credentials, options })
    setIsUnconfirmed(error?.code === 'email_not_confirmed')
    if (error) throw error
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
      <AuthForm fieldNames={['email', 'password']} texts={texts} onSubmit={signIn}>
        {(_problem, isBusy) => (
          <>
            {isUnconfirmed && (
              <button type="submit" name="intent" value="resend" aria-disabled={isBusy} className="text-link">
                {texts.resend}
              </button>
            )}
            {/* The error for a wrong password, directly above, mentions this link. */}
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

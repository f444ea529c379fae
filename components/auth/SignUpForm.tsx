'use client'

import { storeSignInNotice } from '@/components/ui/toast/signInNotice'
import { requireStorage, resendConfirmation, throwIfError } from '@/lib/auth/browser/authCalls'
import { requestCaptchaOption } from '@/lib/auth/browser/captcha'
import { getNextUrl } from '@/lib/auth/browser/nextUrl'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import { AuthForm, type FieldReader } from './AuthForm'
import { AuthLink } from './AuthLink'
import { useSentView } from './SentView'
import type { PageTexts } from './texts'

/** Creates an account, and waits until its email is confirmed. */
export function SignUpForm({ texts }: { texts: PageTexts<'signUpPage'> }) {
  const [sentView, showSent] = useSentView(texts, {
    type: 'signup',
    onDone: () => {
      storeSignInNotice(texts.signedInText)
      location.assign(getNextUrl())
    },
  })

  async function signUp(readField: FieldReader): Promise<void> {
    requireStorage()
    const client = await loadAuthClient()
    const email = readField('email')
    const password = readField('newPassword')
    const options = { emailRedirectTo: getNextUrl(), ...(await requestCaptchaOption()) }
    throwIfError(await client.signUp({ email, password, options }))
    showSent({ email, password, resend: () => resendConfirmation(email, getNextUrl()) })
  }

  if (sentView) return sentView
  return (
    <AuthForm fieldNames={['email', 'newPassword']} texts={texts} onSubmit={signUp}>
      <div className="auth-actions">
        <p dir="auto">{texts.agreeText}</p>
        <AuthLink href="/terms" label={texts.termsLink} />
        <AuthLink href="/privacy" label={texts.privacyLink} />
      </div>
      <p dir="auto">
        {texts.signInText} <AuthLink href="/sign-in" shouldKeepNext label={texts.signInLink} />
      </p>
    </AuthForm>
  )
}

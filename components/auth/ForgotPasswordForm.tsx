'use client'

import { mailSignInLink } from '@/lib/auth/browser/authCalls'
import { withNext } from '@/lib/auth/browser/nextUrl'
import { AuthForm, type FieldReader } from './AuthForm'
import { AuthLink } from './AuthLink'
import { useSentView } from './SentView'
import type { PageTexts } from './texts'

/** Emails a link and a code for choosing a new password. */
export function ForgotPasswordForm({ texts }: { texts: PageTexts<'forgotPasswordPage'> }) {
  const [sentView, showSent] = useSentView(texts, {
    type: 'recovery',
    onDone: () => location.assign(withNext('/reset-password')),
  })

  async function submit(readField: FieldReader): Promise<void> {
    const email = readField('email')
    const send = () => mailSignInLink(email, new URL('/reset-password', location.origin).href, 'recovery')
    await send()
    showSent({ email, resend: send })
  }

  if (sentView) return sentView
  return (
    <AuthForm fieldNames={['email']} texts={texts} onSubmit={submit}>
      <p dir="auto">
        {texts.signInText} <AuthLink href="/sign-in" shouldKeepNext label={texts.signInLink} />
      </p>
    </AuthForm>
  )
}

'use client'

import { useState } from 'react'
import { mailSignInLink } from '@/lib/auth/browser/authCalls'
import { withNext } from '@/lib/auth/browser/nextUrl'
import { AuthForm } from '../AuthForm'
import { AuthLink } from '../AuthLink'
import { SentView } from '../SentView'
import type { PageTexts } from '../texts'

/** Emails a link and a code for choosing a new password. */
export function ForgotPasswordForm({ texts }: { texts: PageTexts<'forgotPasswordPage'> }) {
  const [sentTo, setSentTo] = useState<string>()

  async function send(email: string) {
    await mailSignInLink(email, new URL('/reset-password', location.origin).href, 'recovery')
    setSentTo(email)
  }

  if (sentTo !== undefined) {
    return (
      <SentView
        texts={texts}
        email={sentTo}
        code={{ type: 'recovery', onDone: () => location.assign(withNext('/reset-password')) }}
        resend={() => send(sentTo)}
        startOver={() => setSentTo(undefined)}
      />
    )
  }
  return (
    <AuthForm fieldNames={['email']} texts={texts} onSubmit={(readField) => send(readField('email'))}>
      <p dir="auto">
        {texts.signInText} <AuthLink href="/sign-in" shouldKeepNext label={texts.signInLink} />
      </p>
    </AuthForm>
  )
}

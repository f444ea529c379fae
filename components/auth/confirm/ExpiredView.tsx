import { useState } from 'react'
import { mailSignInLink, throwIfError } from '@/lib/auth/browser/authCalls'
import { requestCaptchaOption } from '@/lib/auth/browser/captcha'
import type { EmailLink } from '@/lib/auth/browser/emailLink'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import type { ConfirmPageQueryResult } from '@/lib/content/types.generated'
import { pages } from '@/lib/pages'
import { AuthForm } from '../AuthForm'
import { AuthLink } from '../AuthLink'
import { SentView } from '../SentView'
import type { PageTexts } from '../texts'
import { View } from '../View'

/** The texts of the page that verifies emailed links. */
export type ConfirmTexts = PageTexts<ConfirmPageQueryResult>

/** Explains that a link was used or has expired, and sends a new one or links to the page that does. */
export function ExpiredView({ texts, link }: { texts: ConfirmTexts; link: EmailLink }) {
  const [sentTo, setSentTo] = useState<string>()

  async function send(email: string) {
    const { type, next } = link
    if (type === 'recovery') await mailSignInLink(email, next, 'recovery')
    else if (type === 'signup') {
      const client = await loadAuthClient()
      const options = { emailRedirectTo: next, ...(await requestCaptchaOption()) }
      throwIfError(await client.resend({ type, email, options }))
    } else await mailSignInLink(email, next)
  }

  if (sentTo !== undefined) {
    return (
      <SentView
        texts={texts}
        email={sentTo}
        resend={() => send(sentTo)}
        startOver={() => setSentTo(undefined)}
      />
    )
  }
  // A guest who bought can also sign in by the link that `send` requests. Other invitations get no new link here.
  const isPurchase = new URL(link.next).pathname === pages.account.path
  if (link.type === 'email_change' || (link.type === 'invite' && !isPurchase)) {
    const isEmailChange = link.type === 'email_change'
    return (
      <View
        heading={texts.expiredHeading}
        text={isEmailChange ? texts.expiredChangeText : texts.expiredInviteText}
      >
        <AuthLink
          href={isEmailChange ? '/account' : '/forgot-password'}
          label={isEmailChange ? texts.accountLink : texts.forgotLink}
        />
      </View>
    )
  }
  return (
    <View heading={texts.expiredHeading} text={texts.expiredText}>
      <AuthForm
        label={texts.expiredHeading}
        fieldNames={['email']}
        texts={texts}
        submitLabel={texts.expiredSubmit}
        onSubmit={async (readField) => {
          const email = readField('email')
          await send(email)
          setSentTo(email)
        }}
      />
    </View>
  )
}

import { useState } from 'react'
import { unlessWrong } from '@/lib/membership/answer'
import { loadAuthClient } from '@/lib/membership/authClient'
import type { EmailLink } from '@/lib/membership/emailLink'
import { MemberForm } from '../forms/MemberForm'
import { MemberLink } from '../forms/MemberLink'
import { SentView } from '../forms/SentView'
import { ViewHeading } from '../forms/ViewHeading'
import type { ConfirmTexts } from './ConfirmPanel'

/** Shown for a link that was used or is too old: says so, and sends a new one of its kind. */
export function ExpiredView({ texts, link }: { texts: ConfirmTexts; link: EmailLink }) {
  const [sentTo, setSentTo] = useState<string>()

  async function send(email: string) {
    const { auth } = await loadAuthClient()
    if (link.type === 'recovery' || link.type === 'invite') {
      unlessWrong(await auth.resetPasswordForEmail(email, { redirectTo: link.next }))
      return
    }
    if (link.type === 'signup') {
      unlessWrong(await auth.resend({ type: 'signup', email, options: { emailRedirectTo: link.next } }))
      return
    }
    const options = { shouldCreateUser: false, emailRedirectTo: link.next }
    const answer = await auth.signInWithOtp({ email, options })
    // The service says this of addresses without an account; whether there is one is nobody's business.
    if (answer.error?.code !== 'otp_disabled') unlessWrong(answer)
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
  // Who was invited because of a purchase goes on to it with another link.
  const isClaim = new URL(link.next).pathname === '/claim'
  if (link.type === 'email_change' || (link.type === 'invite' && !isClaim)) {
    const isChange = link.type === 'email_change'
    return (
      <div className="member-view">
        <ViewHeading>{texts.expiredHeading}</ViewHeading>
        <p dir="auto">{isChange ? texts.expiredChangeText : texts.expiredInviteText}</p>
        <MemberLink href={isChange ? '/account' : '/forgot-password'}>
          {isChange ? texts.accountLink : texts.forgotLink}
        </MemberLink>
      </div>
    )
  }
  return (
    <div className="member-view">
      <ViewHeading>{texts.expiredHeading}</ViewHeading>
      <p dir="auto">{texts.expiredText}</p>
      <MemberForm
        label={texts.expiredHeading}
        names={['email']}
        texts={texts}
        submit={texts.expiredSubmit}
        act={async ({ email }) => {
          await send(email)
          setSentTo(email)
        }}
      />
    </div>
  )
}

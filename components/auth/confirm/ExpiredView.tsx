import { mailSignInLink } from '@/lib/auth/browser/authCalls'
import type { EmailLink } from '@/lib/auth/browser/emailLink'
import { pages } from '@/lib/pages'
import { AuthForm, type FieldReader } from '../AuthForm'
import { AuthLink } from '../AuthLink'
import { useSentView } from '../SentView'
import type { PageTexts } from '../texts'
import { View } from '../View'

/** The strings of the page that verifies emailed links. */
export type ConfirmTexts = PageTexts<'confirmPage'>

/** Explains that a link was used or has expired, and sends a new one or links to the page that does. */
export function ExpiredView({ texts, link }: { texts: ConfirmTexts; link: EmailLink }) {
  const [sentView, showSent] = useSentView(texts)

  async function submit(readField: FieldReader): Promise<void> {
    const email = readField('email')
    // A sign-in link also confirms an account. The service resends no confirmation to a confirmed account.
    const send = () => mailSignInLink(email, link.next, link.type === 'recovery' ? 'recovery' : 'magiclink')
    await send()
    showSent({ email, resend: send })
  }

  if (sentView) return sentView
  // A guest who bought can also sign in with the link that `send` requests. Other invitations get no new link here.
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
        initialEmail={link.email}
        texts={texts}
        submitLabel={texts.expiredSubmit}
        onSubmit={submit}
      />
    </View>
  )
}

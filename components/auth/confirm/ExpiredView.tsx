import { mailSignInLink } from '@/lib/auth/browser/authCalls'
import type { EmailLink } from '@/lib/auth/browser/emailLink'
import { fillTemplate } from '@/lib/content/text/format'
import { isSameEmail } from '@/lib/email'
import { pages } from '@/lib/pages'
import { AuthForm, type FieldReader } from '../AuthForm'
import { AuthLink } from '../AuthLink'
import { useSentView } from '../SentView'
import type { PageTexts } from '../texts'
import { useUser } from '../useUser'
import { View } from '../View'

/** The strings of the page that verifies emailed links. */
export type ConfirmTexts = PageTexts<'confirmPage'>

/** Explains that a link was used or has expired, and offers the next step. */
export function ExpiredView({ texts, link }: { texts: ConfirmTexts; link: EmailLink }) {
  const [sentView, showSent] = useSentView(texts)
  const email = useUser().user?.email

  async function submit(readField: FieldReader): Promise<void> {
    const email = readField('email')
    // A sign-in link also confirms an account. The service resends no confirmation to a confirmed account.
    const send = () => mailSignInLink(email, link.next, link.type === 'recovery' ? 'recovery' : 'magiclink')
    await send()
    showSent({ email, resend: send })
  }

  if (sentView) return sentView
  const isEmailChange = link.type === 'email_change'
  // Users need no other link to sign in, but may want to choose a new password, or to sign in to another account.
  const isSignedIn = email && link.type !== 'recovery' && isSameEmail(email, link.email ?? email)
  if (isEmailChange || isSignedIn) {
    const text = isEmailChange ? texts.expiredChangeText : fillTemplate(texts.signedInText, { email })
    return (
      <View heading={texts.expiredHeading} text={text}>
        <AuthLink href="/account" className="button" label={texts.accountLink} />
      </View>
    )
  }
  // A guest who bought can also sign in with the link that `send` requests. Other invitations get no new link here.
  if (link.type === 'invite' && new URL(link.next).pathname !== pages.account.path)
    return (
      <View heading={texts.expiredHeading} text={texts.expiredInviteText}>
        <AuthLink href="/forgot-password" label={texts.forgotLink} />
      </View>
    )
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

import { withFreshToken } from '@/lib/auth/browser/authCalls'
import { fillTemplate } from '@/lib/content/format'
import { AuthForm } from '../AuthForm'
import { type AccountSectionProps, Section } from './Section'

/** Changes the email, once the links to the new and the old one are opened. */
export function EmailSection({ texts, client, email }: AccountSectionProps) {
  return (
    <Section heading={texts.emailHeading}>
      <p dir="auto">{texts.emailText}</p>
      <AuthForm
        label={texts.emailHeading}
        fieldNames={['newEmail']}
        texts={texts}
        submit={texts.emailSubmit}
        isQuiet
        onSubmit={async (text) => {
          const newEmail = text('newEmail')
          const emailRedirectTo = new URL('/account', location.origin).href
          await withFreshToken(client, () => client.updateUser({ email: newEmail }, { emailRedirectTo }))
          return fillTemplate(texts.emailSentText, { email, newEmail })
        }}
      />
    </Section>
  )
}

import { withFreshToken } from '@/lib/auth/browser/authCalls'
import { AuthProblem } from '@/lib/auth/browser/problems'
import { fillTemplate } from '@/lib/content/text/format'
import { AuthForm } from '../AuthForm'
import { type AccountSectionProps, Section } from './Section'

/** Requests an email change. It takes effect once the links sent to the old and the new email have both been used. */
export function EmailSection({ texts, client, email, newEmail }: AccountSectionProps) {
  return (
    <Section heading={texts.emailHeading}>
      <p dir="auto">{newEmail ? fillTemplate(texts.emailPendingText, { newEmail }) : texts.emailText}</p>
      <AuthForm
        label={texts.emailHeading}
        fieldNames={['newEmail']}
        texts={texts}
        submitLabel={texts.emailSubmit}
        variant="quiet"
        onSubmit={async (readField) => {
          const newEmail = readField('newEmail')
          // Supabase would accept the unchanged email, but send nothing.
          if (newEmail.toLowerCase() === email.toLowerCase()) throw new AuthProblem('emailSame')
          const emailRedirectTo = new URL('/account', location.origin).href
          await withFreshToken(client, () => client.updateUser({ email: newEmail }, { emailRedirectTo }))
          return fillTemplate(texts.emailSentText, { email, newEmail })
        }}
      />
    </Section>
  )
}

import { fillTemplate } from '@/lib/content/format'
import { asMember } from '@/lib/membership/answer'
import { MemberForm } from '../forms/MemberForm'
import { Section } from './Section'
import type { SectionProps } from './types'

/** Changes the address, once the links to the new and the old one are opened. */
export function EmailSection({ texts, client, email }: SectionProps) {
  return (
    <Section heading={texts.emailHeading}>
      <p dir="auto">{texts.emailText}</p>
      <MemberForm
        label={texts.emailHeading}
        names={['newEmail']}
        texts={texts}
        submit={texts.emailSubmit}
        quiet
        act={async ({ newEmail }) => {
          const emailRedirectTo = new URL('/account', location.origin).href
          await asMember(client, () => client.auth.updateUser({ email: newEmail }, { emailRedirectTo }))
          return fillTemplate(texts.emailSentText, { email, newEmail })
        }}
      />
    </Section>
  )
}

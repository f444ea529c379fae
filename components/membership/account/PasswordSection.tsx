import { useState } from 'react'
import { fillTemplate } from '@/lib/content/format'
import { asMember } from '@/lib/membership/answer'
import type { FieldName } from '@/lib/membership/fields'
import { problemsOf } from '@/lib/membership/problems'
import { MemberForm } from '../forms/MemberForm'
import { Section } from './Section'
import type { SectionProps } from './types'

/**
 * Changes the password. What else the account service wants depends on the project's settings: the current password,
 * or a code by e-mail when the sign-in was a while ago. It is asked for when the service says so.
 */
export function PasswordSection({ texts, client, email }: SectionProps) {
  const [more, setMore] = useState<FieldName[]>([])
  const needsCode = more.includes('code')
  return (
    <Section heading={texts.passwordHeading}>
      {needsCode && (
        <p role="status" dir="auto">
          {fillTemplate(texts.passwordCodeText, { email })}
        </p>
      )}
      <MemberForm
        label={texts.passwordHeading}
        names={[...more, 'newPassword']}
        texts={texts}
        submit={texts.passwordSubmit}
        owner={email}
        quiet
        act={async ({ newPassword, currentPassword, code }) => {
          try {
            await asMember(client, () =>
              client.auth.updateUser({
                password: newPassword,
                ...(code ? { nonce: code } : {}),
                ...(currentPassword ? { current_password: currentPassword } : {}),
              }),
            )
          } catch (error) {
            const [problem] = problemsOf(error)
            if (problem === 'passwordRequired' && !more.includes('currentPassword')) {
              setMore(['currentPassword', ...more])
            } else if (problem === 'reauthenticationNeeded' && !needsCode) {
              await asMember(client, () => client.auth.reauthenticate())
              return setMore([...more, 'code'])
            }
            throw error
          }
          setMore([])
          return texts.passwordDone ?? ''
        }}
      />
    </Section>
  )
}

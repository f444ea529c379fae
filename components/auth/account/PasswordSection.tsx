import { useState } from 'react'
import { withFreshToken } from '@/lib/auth/browser/authCalls'
import type { AuthField } from '@/lib/auth/browser/fields'
import { toProblemNames } from '@/lib/auth/browser/problems'
import { fillTemplate } from '@/lib/content/format'
import { AuthForm } from '../AuthForm'
import { type AccountSectionProps, Section } from './Section'

/**
 * Changes the password. The project's settings decide what else the account service requires: the current password,
 * or a code by email when the sign-in was a while ago. The form shows that field after the service's refusal.
 */
export function PasswordSection({ texts, client, email }: AccountSectionProps) {
  const [more, setMore] = useState<AuthField[]>([])
  const needsCode = more.includes('code')
  return (
    <Section heading={texts.passwordHeading}>
      {needsCode && (
        <p role="status" dir="auto">
          {fillTemplate(texts.passwordCodeText, { email })}
        </p>
      )}
      <AuthForm
        label={texts.passwordHeading}
        fieldNames={[...more, 'newPassword']}
        texts={texts}
        submit={texts.passwordSubmit}
        accountEmail={email}
        isQuiet
        onSubmit={async (text) => {
          try {
            await withFreshToken(client, () =>
              client.updateUser({
                password: text('newPassword'),
                // Hidden fields are not sent.
                nonce: text('code') || undefined,
                current_password: text('currentPassword') || undefined,
              }),
            )
          } catch (error) {
            const [problem] = toProblemNames(error)
            if (problem === 'passwordRequired' && !more.includes('currentPassword')) {
              setMore(['currentPassword', ...more])
            } else if (problem === 'reauthenticationNeeded' && !needsCode) {
              await withFreshToken(client, () => client.reauthenticate())
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

import { useState } from 'react'
import { withFreshToken } from '@/lib/auth/browser/authCalls'
import type { AuthField } from '@/lib/auth/browser/fields'
import { toProblemNames } from '@/lib/auth/browser/problems'
import { fillTemplate } from '@/lib/content/text/format'
import { AuthForm } from '../AuthForm'
import { type AccountSectionProps, Section } from './Section'

/**
 * Changes the password. Depending on the Supabase project's settings, the account service also requires the current
 * password, or an emailed code if the sign-in was long ago. The form adds the required field once the service has
 * rejected a change without it.
 */
export function PasswordSection({ texts, client, email }: AccountSectionProps) {
  const [extraFields, setExtraFields] = useState<AuthField[]>([])
  const needsCode = extraFields.includes('code')
  return (
    <Section heading={texts.passwordHeading}>
      {needsCode && (
        <p role="status" dir="auto">
          {fillTemplate(texts.passwordCodeText, { email })}
        </p>
      )}
      <AuthForm
        label={texts.passwordHeading}
        fieldNames={[...extraFields, 'newPassword']}
        texts={texts}
        submitLabel={texts.passwordSubmit}
        accountEmail={email}
        variant="quiet"
        onSubmit={async (readField) => {
          try {
            await withFreshToken(client, () =>
              client.updateUser({
                password: readField('newPassword'),
                // Fields that are not shown are empty, and are not sent.
                nonce: readField('code') || undefined,
                current_password: readField('currentPassword') || undefined,
              }),
            )
          } catch (error) {
            const [problem] = toProblemNames(error)
            if (problem === 'passwordRequired' && !extraFields.includes('currentPassword')) {
              setExtraFields(['currentPassword', ...extraFields])
            } else if (problem === 'reauthenticationNeeded' && !needsCode) {
              await withFreshToken(client, () => client.reauthenticate())
              return setExtraFields([...extraFields, 'code'])
            }
            throw error
          }
          setExtraFields([])
          return texts.passwordDone
        }}
      />
    </Section>
  )
}

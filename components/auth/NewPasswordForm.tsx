import type { ComponentProps } from 'react'
import { withFreshToken } from '@/lib/auth/browser/authCalls'
import { loadAuthClient } from '@/lib/auth/browser/userStore'
import { fillTemplate } from '@/lib/content/text/format'
import { AuthForm } from './AuthForm'
import type { SharedTexts } from './texts'
import { useUser } from './useUser'
import { View } from './View'

type NewPasswordFormProps = Pick<ComponentProps<typeof AuthForm>, 'texts' | 'children' | 'submitLabel'> & {
  save: (password: string) => Promise<unknown>
}

/**
 * A form for a new password. It shows the account's email, since the emailed link that opened the page may belong to
 * another person. One line is reserved until the email is loaded.
 */
export function NewPasswordForm({ texts, submitLabel, save, children }: NewPasswordFormProps) {
  const email = useUser().user?.email
  return (
    <>
      <div className="account-note">
        {email && <p dir="auto">{fillTemplate(texts.accountNote, { email })}</p>}
      </div>
      <AuthForm
        fieldNames={['newPassword']}
        texts={texts}
        submitLabel={submitLabel}
        accountEmail={email}
        onSubmit={(readField) => save(readField('newPassword'))}
      >
        {children}
      </AuthForm>
    </>
  )
}

/** Saves a password for an account whose email has just been confirmed, and then calls `onDone`. */
export function ChoosePasswordView({ texts, onDone }: { texts: SharedTexts; onDone: () => void }) {
  async function save(password: string) {
    const client = await loadAuthClient()
    await withFreshToken(client, () => client.updateUser({ password }))
    onDone()
  }

  const heading = texts.choosePasswordHeading
  return (
    <View heading={heading} text={texts.choosePasswordText}>
      <NewPasswordForm texts={{ ...texts, heading }} submitLabel={texts.choosePasswordSubmit} save={save} />
    </View>
  )
}

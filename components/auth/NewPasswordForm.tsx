import type { ComponentProps } from 'react'
import { fillTemplate } from '@/lib/content/text/format'
import { AuthForm } from './AuthForm'
import { useUser } from './useUser'

type FormProps = ComponentProps<typeof AuthForm>

type NewPasswordFormProps = Pick<FormProps, 'texts' | 'children' | 'submitLabel'> & {
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

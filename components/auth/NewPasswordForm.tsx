import type { ComponentProps } from 'react'
import { fillTemplate } from '@/lib/content/format'
import { AuthForm } from './AuthForm'
import { useUser } from './useUser'

type FormProps = ComponentProps<typeof AuthForm>

type NewPasswordFormProps = Pick<FormProps, 'children' | 'submit'> & {
  texts: FormProps['texts'] & { accountNote?: string }
  save: (password: string) => Promise<unknown>
}

/**
 * A form for a new password after a link. It shows the account's email, since the link may be another person's. Until the
 * email is loaded, it reserves one line.
 */
export function NewPasswordForm({ texts, submit, save, children }: NewPasswordFormProps) {
  const email = useUser().user?.email
  return (
    <>
      {texts.accountNote && (
        <div className="account-note">
          {email && <p dir="auto">{fillTemplate(texts.accountNote, { email })}</p>}
        </div>
      )}
      <AuthForm
        fieldNames={['newPassword']}
        texts={texts}
        submit={submit}
        accountEmail={email}
        onSubmit={(text) => save(text('newPassword'))}
      >
        {children}
      </AuthForm>
    </>
  )
}

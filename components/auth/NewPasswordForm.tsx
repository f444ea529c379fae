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
 * Takes a new password where people come by a link. It names the account that the form is about: it may be another one
 * than they think, if somebody else has sent the link. Before that is known, only the line is kept free.
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
        names={['newPassword']}
        texts={texts}
        submit={submit}
        owner={email}
        act={(text) => save(text('newPassword'))}
      >
        {children}
      </AuthForm>
    </>
  )
}

import { createAuthPage, FormReplacement } from './AuthPage'
import { ResetPasswordForm } from './ResetPasswordForm'
import type { PageTexts } from './texts'

/** The page for choosing a new password, opened from an emailed link. */
export const ResetPassword = createAuthPage<'resetPasswordPage'>(MissingLinkText, ResetPasswordForm)

function MissingLinkText({ texts }: { texts: PageTexts<'resetPasswordPage'> }) {
  return <FormReplacement text={texts.missingText} href="/forgot-password" label={texts.missingLink} />
}

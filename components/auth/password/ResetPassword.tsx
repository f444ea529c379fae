import type { ResetPasswordPageQueryResult } from '@/lib/content/types.generated'
import { createAuthPage, FormReplacement } from '../AuthPage'
import type { PageTexts } from '../texts'
import { ResetPasswordForm } from './ResetPasswordForm'

/** The page to choose a new password, after a link from an email. */
export const ResetPassword = createAuthPage<ResetPasswordPageQueryResult>(MissingLinkText, ResetPasswordForm)

function MissingLinkText({ texts }: { texts: PageTexts<ResetPasswordPageQueryResult> }) {
  return <FormReplacement text={texts.missingText} href="/forgot-password" label={texts.missingLink} />
}

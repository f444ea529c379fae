import type { ResetPasswordPageQueryResult } from '@/lib/content/types.generated'
import { authPage, Instead } from '../AuthPage'
import type { TextsOf } from '../texts'
import { ResetPasswordForm } from './ResetPasswordForm'

/** The page to choose a new password, for those who came by a link from an e-mail. */
export const ResetPassword = authPage<ResetPasswordPageQueryResult>(WithoutLink, ResetPasswordForm)

function WithoutLink({ texts }: { texts: TextsOf<ResetPasswordPageQueryResult> }) {
  return <Instead text={texts.missingText} href="/forgot-password" label={texts.missingLink} />
}

import type { ForgotPasswordPageQueryResult } from '@/lib/content/types.generated'
import { AuthPage } from '../AuthPage'
import { textsOf } from '../texts'
import { ForgotPasswordForm } from './ForgotPasswordForm'

/** The page for people who have forgotten their password. */
export function ForgotPassword({ page }: { page: NonNullable<ForgotPasswordPageQueryResult> }) {
  const texts = textsOf(page)
  return <AuthPage texts={texts}>{texts.submit && <ForgotPasswordForm texts={texts} />}</AuthPage>
}

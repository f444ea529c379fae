import type { ForgotPasswordPageQueryResult } from '@/lib/content/types.generated'
import { createAuthPage } from '../AuthPage'
import { ForgotPasswordForm } from './ForgotPasswordForm'

/** The page for a forgotten password. */
export const ForgotPassword = createAuthPage<ForgotPasswordPageQueryResult>(ForgotPasswordForm)

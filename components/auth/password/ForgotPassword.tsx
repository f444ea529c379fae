import type { ForgotPasswordPageQueryResult } from '@/lib/content/types.generated'
import { authPage } from '../AuthPage'
import { ForgotPasswordForm } from './ForgotPasswordForm'

/** The page for people who have forgotten their password. */
export const ForgotPassword = authPage<ForgotPasswordPageQueryResult>(ForgotPasswordForm)

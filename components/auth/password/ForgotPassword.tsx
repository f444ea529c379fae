import { createAuthPage } from '../AuthPage'
import { ForgotPasswordForm } from './ForgotPasswordForm'

/** The page for a forgotten password. */
export const ForgotPassword = createAuthPage<'forgotPasswordPage'>(ForgotPasswordForm)

import { createAuthPage } from '../AuthPage'
import { ConfirmForm } from './ConfirmForm'

/** The page that verifies emailed links. */
export const Confirm = createAuthPage<'confirmPage'>(ConfirmForm)

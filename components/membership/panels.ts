/**
 * What takes over on the pages of members. All of it comes at once, since people go from one of these pages to the
 * next; what is shared is the larger part.
 */
export { Panel as account } from './account/AccountPanel'
export { Panel as claim } from './claim/ClaimPanel'
export { Panel as confirm } from './confirm/ConfirmPanel'
export { takeOver } from './forms/handover'
export { Panel as forgotPassword } from './password/ForgotPasswordPanel'
export { Panel as resetPassword } from './password/ResetPasswordPanel'
export { Panel as signIn } from './signIn/SignInPanel'
export { Panel as signUp } from './signUp/SignUpPanel'

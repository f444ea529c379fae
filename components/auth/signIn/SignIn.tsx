import { AlreadySignedIn, createAuthPage } from '../AuthPage'
import { SignInForm } from './SignInForm'

/** The page to sign in. */
export const SignIn = createAuthPage<'signInPage'>(SignInForm, AlreadySignedIn)

import { AlreadySignedIn, createAuthPage } from '../AuthPage'
import { SignUpForm } from './SignUpForm'

/** The page to create an account. */
export const SignUp = createAuthPage<'signUpPage'>(SignUpForm, AlreadySignedIn)

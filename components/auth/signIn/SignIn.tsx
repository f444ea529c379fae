import type { SignInPageQueryResult } from '@/lib/content/types.generated'
import { authPage, SignedInAlready } from '../AuthPage'
import { SignInForm } from './SignInForm'

/** The page to sign in. */
export const SignIn = authPage<SignInPageQueryResult>(SignInForm, SignedInAlready)

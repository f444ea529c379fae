import type { SignInPageQueryResult } from '@/lib/content/types.generated'
import { AlreadySignedIn, createAuthPage } from '../AuthPage'
import { SignInForm } from './SignInForm'

/** The page to sign in. */
export const SignIn = createAuthPage<SignInPageQueryResult>(SignInForm, AlreadySignedIn)

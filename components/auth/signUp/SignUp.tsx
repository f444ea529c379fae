import type { SignUpPageQueryResult } from '@/lib/content/types.generated'
import { authPage, SignedInAlready } from '../AuthPage'
import { SignUpForm } from './SignUpForm'

/** The page to create an account. */
export const SignUp = authPage<SignUpPageQueryResult>(SignUpForm, SignedInAlready)

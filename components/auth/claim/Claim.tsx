import type { ClaimPageQueryResult } from '@/lib/content/types.generated'
import { createAuthPage } from '../AuthPage'
import { ClaimForm, ClaimLinkForm } from './ClaimForm'

/** The page on which a guest's purchase is attached to an account. */
export const Claim = createAuthPage<ClaimPageQueryResult>(ClaimLinkForm, ClaimForm)

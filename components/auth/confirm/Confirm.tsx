import type { ConfirmPageQueryResult } from '@/lib/content/types.generated'
import { createAuthPage } from '../AuthPage'
import { ConfirmForm } from './ConfirmForm'

/** The page that verifies emailed links. */
export const Confirm = createAuthPage<ConfirmPageQueryResult>(ConfirmForm)

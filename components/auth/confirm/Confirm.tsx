import type { ConfirmPageQueryResult } from '@/lib/content/types.generated'
import { createAuthPage } from '../AuthPage'
import { ConfirmForm } from './ConfirmForm'

/** The page that links in emails open. */
export const Confirm = createAuthPage<ConfirmPageQueryResult>(ConfirmForm)

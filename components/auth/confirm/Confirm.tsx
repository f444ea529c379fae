import type { ConfirmPageQueryResult } from '@/lib/content/types.generated'
import { createAuthPage } from '../AuthPage'
import { ConfirmForm } from './ConfirmForm'

/** The page of links in emails. */
export const Confirm = createAuthPage<ConfirmPageQueryResult>(ConfirmForm)

import type { AccountPageQueryResult } from '@/lib/content/types.generated'
import { authPage } from '../AuthPage'
import { AccountView } from './AccountView'

/** The account page: the same for everybody until the browser knows of a session. */
export const Account = authPage<AccountPageQueryResult>(AccountView)

import type { AccountPageQueryResult } from '@/lib/content/types.generated'
import { AuthPage } from '../AuthPage'
import { textsOf } from '../texts'
import { AccountView } from './AccountView'

/** The account page: the same for everybody until the browser knows of a session. */
export function Account({ page }: { page: NonNullable<AccountPageQueryResult> }) {
  const texts = textsOf(page)
  return (
    <AuthPage texts={texts}>
      <AccountView texts={texts} />
    </AuthPage>
  )
}

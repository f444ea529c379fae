import { StatusCard } from '@/components/membership/status/StatusCard'
import { givenTexts } from '@/lib/content/contentGuards'
import type { AccountPageQueryResult } from '@/lib/content/types.generated'
import { authPage } from '../AuthPage'
import { AccountView } from './AccountView'

/** The account page: the same for everybody until the browser knows of a session. The membership comes first. */
export const Account = authPage<AccountPageQueryResult>(AccountView, undefined, Membership)

function Membership({ page: { messages } }: { page: NonNullable<AccountPageQueryResult> }) {
  return (
    <StatusCard
      texts={givenTexts(messages?.subscription)}
      closeLabel={messages?.closeMessage ?? ''}
      className="status-beside"
    />
  )
}

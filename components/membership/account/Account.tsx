import { Text } from '@/components/ui/text/Text'
import type { AccountPageQueryResult } from '@/lib/content/types.generated'
import { MemberLink } from '../forms/MemberLink'
import { MemberPage } from '../forms/MemberPage'
import { MemberSlot } from '../forms/MemberSlot'
import { SessionEnded } from '../forms/SessionEnded'
import { textsOf } from '../forms/texts'

/** The account page: the same for everybody until the browser knows of a session. */
export function Account({ page }: { page: NonNullable<AccountPageQueryResult> }) {
  const texts = textsOf(page)
  return (
    <MemberPage heading={page.heading} lead={page.lead}>
      <MemberSlot panel="account" texts={texts} forMembers>
        <Text className="for-members text-lead">{texts.working}</Text>
        <div className="for-visitors">
          <SessionEnded texts={texts} />
          <Text className="text-lead">{texts.signedOutText}</Text>
          <MemberLink href="/sign-in?next=%2Faccount" className="button mt-8">
            {texts.signInLink}
          </MemberLink>
        </div>
      </MemberSlot>
    </MemberPage>
  )
}

import { Text } from '@/components/ui/text/Text'
import type { ClaimPageQueryResult } from '@/lib/content/types.generated'
import { AccountNote } from '../forms/AccountNote'
import { MemberPage } from '../forms/MemberPage'
import { MemberSlot } from '../forms/MemberSlot'
import { StillForm } from '../forms/StillForm'
import { textsOf } from '../forms/texts'

/** The page on which a guest's purchase gets its owner. */
export function Claim({ page }: { page: NonNullable<ClaimPageQueryResult> }) {
  const texts = textsOf(page)
  return (
    <MemberPage heading={page.heading} lead={page.lead}>
      {texts.submit && (
        <MemberSlot panel="claim" texts={texts} forMembers>
          <div className="for-members">
            <AccountNote texts={texts} />
            <StillForm id="claim" label={texts.heading} names={['newPassword']} texts={texts} />
          </div>
          <div className="for-visitors">
            <Text className="mb-6">{texts.missingText}</Text>
            <StillForm
              id="claim-link"
              label={texts.heading}
              names={['email']}
              texts={{ ...texts, ...(texts.missingSubmit ? { submit: texts.missingSubmit } : {}) }}
            />
          </div>
        </MemberSlot>
      )}
    </MemberPage>
  )
}

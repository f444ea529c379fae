import { Text } from '@/components/ui/text/Text'
import type { ResetPasswordPageQueryResult } from '@/lib/content/types.generated'
import { AccountNote } from '../forms/AccountNote'
import { MemberLink } from '../forms/MemberLink'
import { MemberPage } from '../forms/MemberPage'
import { MemberSlot } from '../forms/MemberSlot'
import { StillForm } from '../forms/StillForm'
import { textsOf } from '../forms/texts'

/** The page to choose a new password, for those who came by a link from an e-mail. */
export function ResetPassword({ page }: { page: NonNullable<ResetPasswordPageQueryResult> }) {
  const texts = textsOf(page)
  return (
    <MemberPage heading={page.heading} lead={page.lead}>
      {texts.submit && (
        <MemberSlot panel="resetPassword" texts={texts} forMembers>
          <div className="for-members">
            <AccountNote texts={texts} />
            <StillForm id="reset-password" label={texts.heading} names={['newPassword']} texts={texts} />
          </div>
          <div className="for-visitors">
            <Text className="text-lead">{texts.missingText}</Text>
            <MemberLink href="/forgot-password">{texts.missingLink}</MemberLink>
          </div>
        </MemberSlot>
      )}
    </MemberPage>
  )
}

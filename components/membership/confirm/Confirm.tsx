import { Text } from '@/components/ui/text/Text'
import type { ConfirmPageQueryResult } from '@/lib/content/types.generated'
import { MemberPage } from '../forms/MemberPage'
import { MemberSlot } from '../forms/MemberSlot'
import { StillForm } from '../forms/StillForm'
import { textsOf } from '../forms/texts'

/** The page of links in e-mails. */
export function Confirm({ page }: { page: NonNullable<ConfirmPageQueryResult> }) {
  const texts = textsOf(page)
  return (
    <MemberPage heading={page.heading} lead={page.lead}>
      {texts.submit && (
        <MemberSlot panel="confirm" texts={texts}>
          <Text className="mb-6">{texts.signInNote}</Text>
          <StillForm id="confirm" label={texts.heading} names={[]} texts={texts} />
        </MemberSlot>
      )}
    </MemberPage>
  )
}

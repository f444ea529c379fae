import type { ForgotPasswordPageQueryResult } from '@/lib/content/types.generated'
import { MemberPage } from '../forms/MemberPage'
import { MemberSlot } from '../forms/MemberSlot'
import { StillForm } from '../forms/StillForm'
import { textsOf } from '../forms/texts'
import { SignUpWays as SignInWay } from '../signUp/SignUpFields'

/** The page for people who have forgotten their password. */
export function ForgotPassword({ page }: { page: NonNullable<ForgotPasswordPageQueryResult> }) {
  const texts = textsOf(page)
  return (
    <MemberPage heading={page.heading} lead={page.lead}>
      {texts.submit && (
        <MemberSlot panel="forgotPassword" texts={texts}>
          <StillForm id="forgot-password" label={texts.heading} names={['email']} texts={texts}>
            <SignInWay texts={texts} />
          </StillForm>
        </MemberSlot>
      )}
    </MemberPage>
  )
}

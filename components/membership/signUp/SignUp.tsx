import type { SignUpPageQueryResult } from '@/lib/content/types.generated'
import { MemberPage } from '../forms/MemberPage'
import { MemberSlot } from '../forms/MemberSlot'
import { SignedInAlready } from '../forms/SignedInAlready'
import { StillForm } from '../forms/StillForm'
import { textsOf } from '../forms/texts'
import { fields, SignUpWays } from './SignUpFields'

/** The page to create an account. */
export function SignUp({ page }: { page: NonNullable<SignUpPageQueryResult> }) {
  const texts = textsOf(page)
  return (
    <MemberPage heading={page.heading} lead={page.lead}>
      {texts.submit && (
        <MemberSlot panel="signUp" texts={texts}>
          <SignedInAlready texts={texts} />
          <div className="for-visitors">
            <StillForm id="sign-up" label={texts.heading} names={fields} texts={texts}>
              <SignUpWays texts={texts} />
            </StillForm>
          </div>
        </MemberSlot>
      )}
    </MemberPage>
  )
}

import type { SignInPageQueryResult } from '@/lib/content/types.generated'
import { MemberPage } from '../forms/MemberPage'
import { MemberSlot } from '../forms/MemberSlot'
import { SessionEnded } from '../forms/SessionEnded'
import { SignedInAlready } from '../forms/SignedInAlready'
import { StillForm } from '../forms/StillForm'
import { textsOf } from '../forms/texts'
import { fields, SignInWays } from './SignInFields'

/** The page to sign in. */
export function SignIn({ page }: { page: NonNullable<SignInPageQueryResult> }) {
  const texts = textsOf(page)
  return (
    <MemberPage heading={page.heading} lead={page.lead}>
      <SessionEnded texts={texts} />
      {texts.submit && (
        <MemberSlot panel="signIn" texts={texts}>
          <SignedInAlready texts={texts} />
          <div className="for-visitors">
            <StillForm id="sign-in" label={texts.heading} names={fields} texts={texts}>
              <SignInWays texts={texts} />
            </StillForm>
          </div>
        </MemberSlot>
      )}
    </MemberPage>
  )
}

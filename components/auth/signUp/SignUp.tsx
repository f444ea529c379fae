import type { SignUpPageQueryResult } from '@/lib/content/types.generated'
import { AuthPage, SignedInAlready } from '../AuthPage'
import { BySession } from '../BySession'
import { textsOf } from '../texts'
import { SignUpForm } from './SignUpForm'

/** The page to create an account. */
export function SignUp({ page }: { page: NonNullable<SignUpPageQueryResult> }) {
  const texts = textsOf(page)
  return (
    <AuthPage texts={texts}>
      {texts.submit && (
        <BySession signedIn={<SignedInAlready texts={texts} />} signedOut={<SignUpForm texts={texts} />} />
      )}
    </AuthPage>
  )
}

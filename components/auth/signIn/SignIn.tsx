import type { SignInPageQueryResult } from '@/lib/content/types.generated'
import { AuthPage, SignedInAlready } from '../AuthPage'
import { BySession } from '../BySession'
import { textsOf } from '../texts'
import { SignInForm } from './SignInForm'

/** The page to sign in. */
export function SignIn({ page }: { page: NonNullable<SignInPageQueryResult> }) {
  const texts = textsOf(page)
  return (
    <AuthPage texts={texts}>
      {texts.submit && (
        <BySession signedIn={<SignedInAlready texts={texts} />} signedOut={<SignInForm texts={texts} />} />
      )}
    </AuthPage>
  )
}

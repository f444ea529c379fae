import type { ClaimPageQueryResult } from '@/lib/content/types.generated'
import { AuthPage } from '../AuthPage'
import { BySession } from '../BySession'
import { textsOf } from '../texts'
import { ClaimForm, ClaimLinkForm } from './ClaimForm'

/** The page on which a guest's purchase gets its owner. */
export function Claim({ page }: { page: NonNullable<ClaimPageQueryResult> }) {
  const texts = textsOf(page)
  return (
    <AuthPage texts={texts}>
      {texts.submit && (
        <BySession signedIn={<ClaimForm texts={texts} />} signedOut={<ClaimLinkForm texts={texts} />} />
      )}
    </AuthPage>
  )
}

import { Text } from '@/components/ui/text/Text'
import type { ResetPasswordPageQueryResult } from '@/lib/content/types.generated'
import { AuthLink } from '../AuthLink'
import { AuthPage } from '../AuthPage'
import { BySession } from '../BySession'
import { textsOf } from '../texts'
import { ResetPasswordForm } from './ResetPasswordForm'

/** The page to choose a new password, for those who came by a link from an e-mail. */
export function ResetPassword({ page }: { page: NonNullable<ResetPasswordPageQueryResult> }) {
  const texts = textsOf(page)
  const missing = (
    <>
      <Text className="text-lead">{texts.missingText}</Text>
      <AuthLink href="/forgot-password" label={texts.missingLink} />
    </>
  )
  return (
    <AuthPage texts={texts}>
      {texts.submit && <BySession signedIn={<ResetPasswordForm texts={texts} />} signedOut={missing} />}
    </AuthPage>
  )
}

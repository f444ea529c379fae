import type { ConfirmPageQueryResult } from '@/lib/content/types.generated'
import { AuthPage } from '../AuthPage'
import { textsOf } from '../texts'
import { ConfirmForm } from './ConfirmForm'

/** The page of links in e-mails. */
export function Confirm({ page }: { page: NonNullable<ConfirmPageQueryResult> }) {
  const texts = textsOf(page)
  return <AuthPage texts={texts}>{texts.submit && <ConfirmForm texts={texts} />}</AuthPage>
}

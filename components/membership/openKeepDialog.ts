import { openDialog } from '@/components/ui/dialog/openDialog'
import { callRoute } from '@/lib/auth/browser/callRoute'
import { fillTemplate, formatDay } from '@/lib/content/text/format'
import { pages } from '@/lib/pages'
import { openStripeTab } from './stripeTab'
import type { CheckoutTexts } from './texts'

/**
 * Opens a dialog for a member whose membership ends with its period. Its button opens Stripe's portal, in which the
 * member resumes it.
 *
 * @param endsAt - ISO 8601
 */
export function openKeepDialog(texts: CheckoutTexts, endsAt: string | null): void {
  const date = endsAt && formatDay(endsAt)
  const title = texts.keepAction
  const openPortal = () =>
    // After a failure, the account page has the same button, and shows its errors.
    openStripeTab({ title }, () => callRoute('/api/customer-portal', {}), texts).catch(() =>
      location.assign(pages.account.path),
    )
  openDialog({
    title: texts.keepTitle,
    texts: [fillTemplate(texts.keepText, { date })],
    cancelLabel: texts.cancel,
    actions: [{ label: title, onPress: openPortal }],
  })
}

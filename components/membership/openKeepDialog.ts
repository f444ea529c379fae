import { openDialog } from '@/components/ui/dialog/openDialog'
import { callRoute } from '@/lib/auth/browser/callRoute'
import { fillTemplate, formatDay } from '@/lib/content/text/format'
import { pages } from '@/lib/pages'
import { openStripeTab } from './stripeTab'
import type { CheckoutTexts } from './texts'

/**
 * Opens Stripe's portal in a new tab or, if `request.pays`, the invoice that is due. After a failure, opens the account page,
 * which has the same buttons, and shows their errors.
 */
export function openPortalTab(title: string, texts: CheckoutTexts, request: { pays?: true } = {}) {
  return openStripeTab({ title }, () => callRoute('/api/customer-portal', request), texts).catch(() =>
    location.assign(pages.account.path),
  )
}

/**
 * Opens a dialog for a member whose membership ends with its period. Its button opens Stripe's portal, in which the
 * member resumes it.
 *
 * @param endsAt - ISO 8601
 */
export function openKeepDialog(texts: CheckoutTexts, endsAt: string | null): void {
  openDialog({
    title: texts.keepTitle,
    texts: [fillTemplate(texts.keepText, { date: endsAt && formatDay(endsAt) })],
    cancelLabel: texts.cancel,
    actions: [{ label: texts.keepAction, onPress: () => openPortalTab(texts.keepAction, texts) }],
  })
}

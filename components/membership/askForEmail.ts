import { askForText } from '@/components/ui/dialog/askForText'
import { isAccountEmail } from '@/lib/email'
import { accountHref } from './accountHref'
import type { CheckoutTexts } from './texts'

/** What was typed last on this page, so that nobody types it again when a checkout could not start. */
let typed = ''

/**
 * Asks a guest for the address to buy with.
 *
 * @param onAnswer - is called with the address, in the press itself
 * @param isRefused - Stripe does not take the address that was typed before
 */
export function askForEmail(
  texts: CheckoutTexts,
  onAnswer: (email: string) => void,
  isRefused: boolean,
): void {
  const invalid = texts.guestEmailInvalid ?? ''
  askForText({
    title: texts.guestTitle ?? '',
    texts: [texts.guestText],
    cancelLabel: texts.cancel ?? '',
    label: texts.guestEmailLabel ?? '',
    type: 'email',
    autocomplete: 'email',
    submitLabel: texts.guestSubmit ?? '',
    otherWay: texts.guestsPausedSignIn
      ? { label: texts.guestsPausedSignIn, href: accountHref('/sign-in') }
      : undefined,
    value: typed,
    error: isRefused ? invalid : undefined,
    check(text) {
      if (!text) return texts.guestEmailRequired ?? ''
      return isAccountEmail(text) ? undefined : invalid
    },
    onSubmit(email) {
      typed = email
      onAnswer(email)
    },
  })
}

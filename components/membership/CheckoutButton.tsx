import Link from 'next/link'
import { prefetching } from '@/components/ui/link/prefetching'
import { isText } from '@/components/ui/list'
import { regularTermsText, shownTermsOf, termsVersion } from '@/lib/billing/offer'

const contact = '/contact?topic=membership'

type CheckoutButtonProps = {
  /** The label from the CMS; without one there is no button. */
  label: string | null | undefined
  /** What the page shows beside the button: nothing else is ever charged. */
  offer: object | null | undefined
}

/**
 * The way to become a member: the one button behind every "Secure My Spot Now". `MemberIsland` hears its clicks,
 * those before its script has come too. While the offer is not complete nothing can be sold, so it leads to the contact
 * form, which says what it is about.
 */
export function CheckoutButton({ label, offer }: CheckoutButtonProps) {
  if (!isText(label)) return null
  const terms = shownTermsOf(offer)
  if (!terms) {
    return (
      <Link href={contact} prefetch={prefetching(contact)} className="button">
        <span dir="auto">{label}</span>
      </Link>
    )
  }
  return (
    <button
      type="button"
      className="button"
      data-checkout={termsVersion(terms)}
      data-regular-terms={regularTermsText(terms)}
    >
      <span dir="auto">{label}</span>
    </button>
  )
}

import Link from 'next/link'
import { prefetching } from '@/components/ui/link/prefetching'
import { isText } from '@/lib/content/contentGuards'

/** The offer, with its terms and the button that starts the checkout. */
const offer = '/services#offer'

type CheckoutLinkProps = {
  /** The label from the CMS; without one there is no link. */
  label: string | null | undefined
  /** The quieter size of the navigation. */
  size?: 'regular' | 'compact'
}

/** Leads to the offer from where there is no room for the terms, which stand beside every checkout button. */
export function CheckoutLink({ label, size = 'regular' }: CheckoutLinkProps) {
  if (!isText(label)) return null
  return (
    <Link
      href={offer}
      prefetch={prefetching(offer)}
      className={size === 'compact' ? 'button button-compact' : 'button'}
    >
      <span dir="auto">{label}</span>
    </Link>
  )
}

import Link from 'next/link'
import { prefetching } from '@/components/ui/link/prefetching'
import { isText } from '@/components/ui/list'

const contact = '/contact?topic=membership'

type CheckoutButtonProps = {
  /** The label from the CMS; without one there is no button. */
  label: string | null | undefined
  /** The quieter size of the navigation. */
  size?: 'regular' | 'compact'
}

/**
 * The way to become a member: the one button behind every "Secure My Spot". Checkout comes with the
 * subscription; until then it leads to the contact form, which says what it is about.
 */
export function CheckoutButton({ label, size = 'regular' }: CheckoutButtonProps) {
  if (!isText(label)) return null
  return (
    <Link
      href={contact}
      prefetch={prefetching(contact)}
      className={size === 'compact' ? 'button button-compact' : 'button'}
    >
      <span dir="auto">{label}</span>
    </Link>
  )
}

'use client'

import { type ReactNode, useOptimistic } from 'react'
import { markHydrated } from '@/components/ui/form/markHydrated'
import { readText } from '@/components/ui/form/readText'
import type { Checkout } from './checkout'
import { getLoadedOfferDialog } from './offerDialog/loadOfferDialog'
import { startCheckout } from './startCheckout'

type CheckoutFormProps = Checkout & {
  label: string
  /** Whether this is the form of the purchase dialog, in which guests enter their email. */
  isInDialog?: boolean
  /** Rendered above the button. */
  children?: ReactNode
}

/**
 * The form of a checkout button. It has an action, so that React replays a click from before hydration. If a script fails
 * to load, the button opens the contact form instead (server/deferScripts.ts).
 */
export function CheckoutForm({
  label,
  offerVersion,
  texts,
  isInDialog = false,
  children,
  ...checkout
}: CheckoutFormProps) {
  const [isStarting, setIsStarting] = useOptimistic(false)

  async function start(data: FormData): Promise<void> {
    const dialog = isInDialog ? getLoadedOfferDialog() : undefined
    const guest = dialog?.readGuest(texts, checkout.closeLabel)
    if (guest === null) return
    dialog?.closeOfferDialog()
    setIsStarting(true)
    await startCheckout({
      ...checkout,
      offerVersion: readText(data, 'offerVersion'),
      texts,
      ...guest,
    })
  }

  return (
    <form
      ref={markHydrated}
      className="checkout-form"
      action={start}
      // Shows the error messages from the CMS instead of the browser's.
      noValidate
      // React resets a form after its action. The email should stay for the next attempt.
      onReset={(event) => event.preventDefault()}
    >
      <input type="hidden" name="offerVersion" value={offerVersion} />
      {children}
      <button
        type="submit"
        className="button"
        aria-disabled={isStarting || undefined}
        aria-busy={isStarting || undefined}
      >
        <span dir="auto">{label}</span>
      </button>
    </form>
  )
}

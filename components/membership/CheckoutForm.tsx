'use client'

import { useOptimistic } from 'react'
import { textIn } from '@/components/ui/form/useForm'
import { givenTexts } from '@/lib/content/contentGuards'
import { type Checkout, startCheckout } from './startCheckout'
import type { CheckoutTexts } from './texts'

type CheckoutFormProps = Omit<Checkout, 'texts'> & {
  label: string
  /** What a checkout says, as the lake holds it. */
  texts: CheckoutTexts | null | undefined
}

/**
 * The checkout button. It is a form with an action, so that React keeps a press that comes before the page's script, and
 * carries it out then.
 */
export function CheckoutForm({ label, offerVersion, texts, ...checkout }: CheckoutFormProps) {
  const [isStarting, showStarting] = useOptimistic(false)
  return (
    <form
      className="checkout-form"
      action={(data) => {
        showStarting(true)
        return startCheckout({
          ...checkout,
          offerVersion: textIn(data, 'offerVersion'),
          texts: givenTexts(texts),
        })
      }}
    >
      <input type="hidden" name="offerVersion" value={offerVersion} />
      <button type="submit" className="button" aria-disabled={isStarting || undefined}>
        <span dir="auto">{label}</span>
      </button>
    </form>
  )
}

'use client'

import { type ReactNode, useEffect, useRef } from 'react'

/**
 * Shows the price and the link to the offer on small screens, once the first checkout button of the page has scrolled
 * out above, and while neither another one nor the footer is visible.
 */
export function OfferBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // Next keeps the pages that were left in the document, hidden.
    const buttons = [...document.querySelectorAll('main .checkout-form .button')]
    const [first, ...others] = buttons.filter((button) => button.checkVisibility())
    if (!first) return
    const inSight = new Set<Element>()
    let isPassed = false
    const observer = new IntersectionObserver((changes) => {
      for (const { target, isIntersecting, boundingClientRect } of changes) {
        if (isIntersecting) inSight.add(target)
        else inSight.delete(target)
        if (target === first) isPassed = boundingClientRect.bottom <= 0
      }
      bar.current?.classList.toggle('offer-bar-shown', isPassed && inSight.size === 0)
    })
    for (const place of [first, ...others, ...document.querySelectorAll('body > footer')])
      observer.observe(place)
    return () => observer.disconnect()
  }, [])

  return (
    <div ref={bar} className="offer-bar surface-ink no-print">
      {children}
    </div>
  )
}

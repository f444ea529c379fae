'use client'

import { type ReactNode, useEffect, useRef } from 'react'

/**
 * A bar with the price and a checkout link on small screens. It is shown after the page's first checkout button has
 * scrolled out at the top, while no checkout button and no footer is visible.
 */
export function OfferBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // Next keeps previous pages in the document, hidden.
    const buttons = [...document.querySelectorAll('main .checkout-form .button')]
    const [firstButton, ...otherButtons] = buttons.filter((button) => button.checkVisibility())
    if (!firstButton) return
    const visibleTargets = new Set<Element>()
    let isFirstAbove = false
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        if (isIntersecting) visibleTargets.add(target)
        else visibleTargets.delete(target)
        if (target === firstButton) isFirstAbove = boundingClientRect.bottom <= 0
      }
      bar.current?.classList.toggle('offer-bar-shown', isFirstAbove && visibleTargets.size === 0)
    })
    for (const target of [firstButton, ...otherButtons, ...document.querySelectorAll('body > footer')])
      observer.observe(target)
    return () => observer.disconnect()
  }, [])

  return (
    <div ref={bar} className="offer-bar surface-ink no-print">
      {children}
    </div>
  )
}

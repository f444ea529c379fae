'use client'

import { type ReactNode, useEffect, useRef } from 'react'

/**
 * A bar with the price and a checkout link. It is shown once the page's heading has scrolled out of
 * view, while neither a checkout button nor the footer is visible.
 */
export function OfferBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // Next keeps previous pages in the document, hidden.
    const findVisible = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
    const [heading] = findVisible('main h1')
    const visibleTargets = new Set<Element>()
    let isHeadingAbove = false
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        if (isIntersecting) visibleTargets.add(target)
        else visibleTargets.delete(target)
        if (target === heading) isHeadingAbove = boundingClientRect.bottom <= 0
      }
      bar.current?.classList.toggle('offer-bar-shown', isHeadingAbove && visibleTargets.size === 0)
    })
    for (const target of findVisible('main h1, main .checkout-form .button, body > footer'))
      observer.observe(target)
    return () => observer.disconnect()
  }, [])

  return (
    <div ref={bar} className="offer-bar surface-ink no-print">
      {children}
    </div>
  )
}

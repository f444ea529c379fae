import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { start } from '@/lib/membership/subscriptionStore'
import { StatusCard } from './StatusCard'
import type { StatusTexts } from './texts'

type Place = { element: Element; texts: StatusTexts }

/** Looks after the subscription on every page, and shows the status card where a page has a place for it. */
export function Membership({ closeLabel }: { closeLabel: string }) {
  const path = usePathname()
  const [place, setPlace] = useState<Place>()

  useEffect(start, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another page
  useEffect(() => {
    setPlace(undefined)
    return whenThereIsAPlace(setPlace)
  }, [path])

  return place
    ? createPortal(<StatusCard texts={place.texts} closeLabel={closeLabel} />, place.element)
    : null
}

/**
 * Calls back with the place of the card once the page shows one, and again when the page has made it anew.
 *
 * @returns what stops that
 */
function whenThereIsAPlace(found: (place: Place) => void): () => void {
  let current: Element | undefined
  function look() {
    if (current?.isConnected) return
    // Pages that were left stay in the document, hidden; so does what has been delivered and is not shown yet.
    const places = [...document.querySelectorAll<HTMLElement>('.status-slot')]
    const element = places.find((each) => each.checkVisibility())
    if (!element) return
    current = element
    found({ element, texts: JSON.parse(element.dataset.texts ?? '{}') })
  }
  const watch = new MutationObserver(look)
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['hidden', 'style'] })
  look()
  return () => watch.disconnect()
}

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

/** Calls back with the place of the card, now or once the page shows one. Returns what stops waiting. */
function whenThereIsAPlace(found: (place: Place) => void): () => void {
  const watch = new MutationObserver(look)
  function look() {
    // Pages that were left stay in the document, hidden; so does what has been delivered and is not shown yet.
    const places = [...document.querySelectorAll<HTMLElement>('.status-slot')]
    const element = places.find((each) => each.checkVisibility())
    if (!element) return
    watch.disconnect()
    found({ element, texts: JSON.parse(element.dataset.texts ?? '{}') })
  }
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['hidden', 'style'] })
  look()
  return () => watch.disconnect()
}

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
    setPlace(placeOnPage())
  }, [path])

  return place
    ? createPortal(<StatusCard texts={place.texts} closeLabel={closeLabel} />, place.element)
    : null
}

/** The place of the card, with its words. Pages that were left stay in the document, hidden. */
function placeOnPage(): Place | undefined {
  const places = [...document.querySelectorAll<HTMLElement>('.status-slot')]
  const element = places.find((each) => each.checkVisibility())
  return element && { element, texts: JSON.parse(element.dataset.texts ?? '{}') }
}

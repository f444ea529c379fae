'use client'

import type { MouseEvent, ReactNode } from 'react'
import type { LightboxTexts } from './lightbox'

type GalleryListProps = { className: string; texts: LightboxTexts; children: ReactNode }

/** The gallery's list. A click on a picture opens it in a lightbox, whose script loads on the first click. */
export function GalleryList({ className, texts, children }: GalleryListProps) {
  function openLightbox(event: MouseEvent<HTMLUListElement>) {
    const link = event.target instanceof Element && event.target.closest('a')
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const links = [...event.currentTarget.querySelectorAll('a')]
    link.ariaBusy = 'true'
    import('./lightbox')
      .then(
        ({ showLightbox }) => showLightbox(links, links.indexOf(link), texts),
        () => location.assign(link.href),
      )
      .finally(() => {
        link.ariaBusy = null
      })
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside are the interactive elements; Enter clicks them too
    <ul className={className} onClick={openLightbox}>
      {children}
    </ul>
  )
}

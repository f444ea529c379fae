import { element } from '@/components/ui/element'

/** What screen readers say at the box and its buttons. */
export type LightboxTexts = {
  box?: string | null | undefined
  previous?: string | null | undefined
  next?: string | null | undefined
  close?: string | null | undefined
}

/**
 * Shows large pictures one beside the other in a modal box. A finger swipes through them, the arrow keys and two buttons step,
 * Escape closes; the browser keeps the focus inside and gives it back.
 *
 * @param links - to the large pictures; each has its small one, and its caption in the same figure
 * @param index - which one comes first
 */
export function showLightbox(links: readonly HTMLAnchorElement[], index: number, texts: LightboxTexts): void {
  const dialog = element('dialog', 'lightbox surface-ink')
  const strip = element('div', 'lightbox-strip')
  for (const named of [dialog, strip]) named.ariaLabel = texts.box ?? null
  strip.role = 'group'
  // What scrolls has to be reached by the keyboard.
  strip.tabIndex = 0
  strip.append(...links.map(figureOf))
  const shown = element('p', 'sr-only')
  shown.role = 'status'
  let current = index
  // However the next picture comes, it is heard.
  strip.addEventListener('scroll', () => {
    const now = Math.round(Math.abs(strip.scrollLeft) / strip.clientWidth)
    if (now === current) return
    current = now
    shown.textContent = strip.children[now]?.querySelector('figcaption')?.textContent ?? ''
  })
  const step = (direction: 1 | -1) => strip.scrollBy({ left: direction * strip.clientWidth })
  const close = button('lightbox-close', texts.close, () => dialog.close())
  dialog.append(
    strip,
    button('lightbox-previous', texts.previous, () => step(-1)),
    button('lightbox-next', texts.next, () => step(1)),
    close,
    shown,
  )
  dialog.addEventListener('keydown', (event) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 } as const
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    step(direction[event.key])
  })
  // What is no picture, caption or button is the way out, too.
  dialog.addEventListener('click', ({ target }) => {
    if (target instanceof Element && !target.closest('img, figcaption, button')) dialog.close()
  })
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  close.focus()
  strip.children[index]?.scrollIntoView({ behavior: 'instant', inline: 'center', block: 'nearest' })
}

function figureOf(link: HTMLAnchorElement): HTMLElement {
  const figure = element('figure')
  const image = element('img')
  const small = link.querySelector('img')
  // The small picture stands in for the large one until that has come.
  if (small?.currentSrc) image.style.backgroundImage = `url("${small.currentSrc}")`
  Object.assign(image, { loading: 'lazy', src: link.href, alt: small?.alt ?? '' })
  figure.append(image)
  const caption = link.closest('figure')?.querySelector('figcaption')?.textContent
  if (caption) figure.append(element('figcaption', '', caption))
  return figure
}

function button(className: string, label: string | null | undefined, act: () => void): HTMLButtonElement {
  const made = element('button', `lightbox-button ${className}`)
  made.type = 'button'
  made.setAttribute('aria-label', label ?? '')
  made.addEventListener('click', act)
  return made
}

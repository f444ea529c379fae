import { createElement } from '@/components/ui/createElement'

/** The accessible names of the dialog and its buttons. */
export type LightboxTexts = {
  box?: string | null | undefined
  previous?: string | null | undefined
  next?: string | null | undefined
  close?: string | null | undefined
}

/**
 * Shows large pictures side by side in a modal dialog. A finger swipes through them, the arrow keys and two buttons
 * step, Escape closes; the browser traps and restores the focus.
 *
 * @param links - to the large pictures; each has its small one, and its caption in the same figure
 * @param index - of the first visible one
 */
export function showLightbox(links: readonly HTMLAnchorElement[], index: number, texts: LightboxTexts): void {
  const dialog = createElement('dialog', 'lightbox surface-ink')
  const strip = createElement('div', 'lightbox-strip')
  for (const named of [dialog, strip]) named.ariaLabel = texts.box ?? null
  strip.role = 'group'
  // A scrollable element has to be focusable.
  strip.tabIndex = 0
  strip.append(...links.map(createFigure))
  const shown = createElement('p', 'sr-only')
  shown.role = 'status'
  let current = index
  // Screen readers announce every next picture.
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
  // A click beside picture, caption and buttons closes it, too.
  dialog.addEventListener('click', ({ target }) => {
    if (target instanceof Element && !target.closest('img, figcaption, button')) dialog.close()
  })
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  close.focus()
  strip.children[index]?.scrollIntoView({ behavior: 'instant', inline: 'center', block: 'nearest' })
}

function createFigure(link: HTMLAnchorElement): HTMLElement {
  const figure = createElement('figure')
  const image = createElement('img')
  const small = link.querySelector('img')
  // The small picture is shown until the large one has loaded.
  if (small?.currentSrc) image.style.backgroundImage = `url("${small.currentSrc}")`
  Object.assign(image, { loading: 'lazy', src: link.href, alt: small?.alt ?? '' })
  figure.append(image)
  const caption = link.closest('figure')?.querySelector('figcaption')?.textContent
  if (caption) figure.append(createElement('figcaption', '', caption))
  return figure
}

function button(className: string, label: string | null | undefined, act: () => void): HTMLButtonElement {
  const created = createElement('button', `lightbox-button ${className}`)
  created.type = 'button'
  created.setAttribute('aria-label', label ?? '')
  created.addEventListener('click', act)
  return created
}

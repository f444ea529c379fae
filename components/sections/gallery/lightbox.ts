import { createTextElement } from '@/components/ui/createTextElement'
import { closeOnBack } from '@/components/ui/dialog/openDialog'

/** The accessible names of the lightbox and its buttons. */
export type LightboxTexts = {
  dialog: string
  previous: string
  next: string
  close: string
}

/**
 * Shows large pictures side by side in a modal dialog. Visitors swipe, or use the arrow keys or two buttons; Escape
 * and Back close the dialog. The browser traps and restores the focus.
 *
 * @param links - links to the large pictures; each contains its small picture, and is in a figure with the caption
 * @param index - the index of the picture that is shown first
 */
export function showLightbox(links: readonly HTMLAnchorElement[], index: number, texts: LightboxTexts): void {
  const dialog = createTextElement('dialog', 'lightbox surface-ink')
  const strip = createTextElement('div', 'lightbox-strip')
  for (const element of [dialog, strip]) element.ariaLabel = texts.dialog
  strip.role = 'group'
  // A scrollable element has to be focusable.
  strip.tabIndex = 0
  strip.append(...links.map(createFigure))
  const announcement = createTextElement('p', 'sr-only')
  announcement.role = 'status'
  let currentIndex = index
  const count = createTextElement('p', 'lightbox-count')
  const showCount = () => {
    count.textContent = `${currentIndex + 1} / ${links.length}`
  }
  showCount()
  // Screen readers announce the caption after each change of the picture.
  strip.addEventListener('scroll', () => {
    const nextIndex = Math.round(Math.abs(strip.scrollLeft) / strip.clientWidth)
    if (nextIndex === currentIndex) return
    currentIndex = nextIndex
    showCount()
    announcement.textContent = strip.children[nextIndex]?.querySelector('figcaption')?.textContent ?? ''
  })
  const scrollByPictures = (direction: 1 | -1) => strip.scrollBy({ left: direction * strip.clientWidth })
  const closeButton = createButton('lightbox-close', texts.close, () => dialog.close())
  dialog.append(
    strip,
    createButton('lightbox-previous', texts.previous, () => scrollByPictures(-1)),
    createButton('lightbox-next', texts.next, () => scrollByPictures(1)),
    closeButton,
    count,
    announcement,
  )
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    scrollByPictures(event.key === 'ArrowLeft' ? -1 : 1)
  })
  // A click outside the picture, caption and buttons also closes the dialog.
  dialog.addEventListener('click', ({ target }) => {
    if (target instanceof Element && !target.closest('img, figcaption, button')) dialog.close()
  })
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  closeOnBack(dialog)
  closeButton.focus()
  strip.children[index]?.scrollIntoView({ behavior: 'instant', inline: 'center', block: 'nearest' })
}

function createFigure(link: HTMLAnchorElement): HTMLElement {
  const figure = createTextElement('figure')
  const image = createTextElement('img')
  const smallImage = link.querySelector('img')
  // The small picture is shown until the large one has loaded.
  if (smallImage?.currentSrc) image.style.backgroundImage = `url("${smallImage.currentSrc}")`
  Object.assign(image, { loading: 'lazy', src: link.href, alt: smallImage?.alt ?? '' })
  figure.append(image)
  const caption = link.closest('figure')?.querySelector('figcaption')?.textContent
  if (caption) figure.append(createTextElement('figcaption', '', caption))
  return figure
}

function createButton(className: string, label: string, onClick: () => void): HTMLButtonElement {
  const button = createTextElement('button', `lightbox-button ${className}`)
  button.type = 'button'
  button.ariaLabel = label
  button.addEventListener('click', onClick)
  return button
}

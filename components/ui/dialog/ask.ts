import { element } from '../element'

/** What every box above the page has. */
export type Box = {
  title: string
  /** Paragraphs. */
  texts: readonly (string | undefined)[]
  cancelLabel: string
}

/** A question in a box above the page. */
export type Question = Box & {
  /** The ways on, the one that is meant first. */
  ways: readonly Way[]
}

/** A button that calls back in its click, or a link. */
export type Way = { label: string; onPress: () => void } | { label: string; href: string; newTab?: boolean }

let count = 0

/** Asks in a modal box. The browser keeps the focus inside, closes it with Escape, and gives the focus back. */
export function ask({ ways, ...box }: Question): void {
  const { dialog, row } = makeBox(box)
  row.prepend(...ways.map((way, index) => wayOn(way, index > 0, dialog)))
  dialog.showModal()
}

/**
 * Makes a box that is not open yet.
 *
 * @returns the box; the row at its end, for the ways on, in which there is the button that closes it; and an id
 */
export function makeBox({ title, texts, cancelLabel }: Box) {
  const dialog = element('dialog', 'ask')
  const heading = element('h2', 'text-subtitle', title)
  const id = `ask-${++count}`
  heading.id = id
  dialog.setAttribute('aria-labelledby', id)
  dialog.append(heading)
  for (const text of texts) if (text) dialog.append(element('p', 'mt-4', text))
  const row = element('div', 'ask-ways')
  const cancel = element('button', 'button button-compact button-quiet', cancelLabel)
  cancel.type = 'button'
  cancel.addEventListener('click', () => dialog.close())
  row.append(cancel)
  dialog.append(row)
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  return { dialog, row, id }
}

/** Makes a way on, which closes the box when it is taken. */
export function wayOn(way: Way, isQuiet: boolean, dialog: HTMLDialogElement): HTMLElement {
  const look = `button button-compact${isQuiet ? ' button-quiet' : ''}`
  if ('href' in way) {
    const link = element('a', look, way.label)
    link.href = way.href
    if (way.newTab) {
      link.target = '_blank'
      link.rel = 'noopener'
    }
    link.addEventListener('click', () => dialog.close())
    return link
  }
  const button = element('button', look, way.label)
  button.type = 'button'
  button.addEventListener('click', () => {
    dialog.close()
    way.onPress()
  })
  return button
}

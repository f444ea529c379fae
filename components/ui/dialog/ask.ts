import { element } from '../element'

/** A question in a box above the page. */
export type Question = {
  title: string
  /** Paragraphs. */
  texts: readonly (string | undefined)[]
  cancelLabel: string
  /** The ways on, the one that is meant first. */
  ways: readonly Way[]
}

/** A button that calls back in its click, or a link. */
type Way = { label: string; onPress: () => void } | { label: string; href: string; newTab?: boolean }

let count = 0

/** Asks in a modal box. The browser keeps the focus inside, closes it with Escape, and gives the focus back. */
export function ask({ title, texts, cancelLabel, ways }: Question): void {
  const dialog = element('dialog', 'ask')
  const heading = element('h2', 'text-subtitle', title)
  heading.id = `ask-${++count}`
  dialog.setAttribute('aria-labelledby', heading.id)
  dialog.append(heading)
  for (const text of texts) if (text) dialog.append(element('p', 'mt-4', text))
  const row = element('div', 'ask-ways')
  const cancel = element('button', 'button button-compact button-quiet', cancelLabel)
  cancel.type = 'button'
  cancel.addEventListener('click', () => dialog.close())
  row.append(...ways.map((way, index) => wayOn(way, index > 0, dialog)), cancel)
  dialog.append(row)
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

function wayOn(way: Way, isQuiet: boolean, dialog: HTMLDialogElement): HTMLElement {
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

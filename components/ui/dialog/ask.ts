import { element } from '../element'

/** A question in a box above the page. */
export type Question = {
  title: string
  /** Paragraphs. */
  texts: readonly (string | undefined)[]
  cancelLabel: string
  /** The way on: a button that calls back in its click, or a link into a new tab. */
  action: { label: string; onPress: () => void } | { label: string; href: string }
}

let count = 0

/** Asks in a modal box. The browser keeps the focus inside, closes it with Escape, and gives the focus back. */
export function ask({ title, texts, cancelLabel, action }: Question): void {
  const dialog = element('dialog', 'ask')
  const heading = element('h2', 'text-subtitle', title)
  heading.id = `ask-${++count}`
  dialog.setAttribute('aria-labelledby', heading.id)
  dialog.append(heading)
  for (const text of texts) if (text) dialog.append(element('p', 'mt-4', text))
  const ways = element('div', 'ask-ways')
  const cancel = element('button', 'button button-compact button-quiet', cancelLabel)
  cancel.type = 'button'
  cancel.addEventListener('click', () => dialog.close())
  ways.append(wayOn(action, dialog), cancel)
  dialog.append(ways)
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

function wayOn(action: Question['action'], dialog: HTMLDialogElement): HTMLElement {
  if ('href' in action) {
    const link = element('a', 'button button-compact', action.label)
    link.href = action.href
    link.target = '_blank'
    link.rel = 'noopener'
    link.addEventListener('click', () => dialog.close())
    return link
  }
  const button = element('button', 'button button-compact', action.label)
  button.type = 'button'
  button.addEventListener('click', () => {
    dialog.close()
    action.onPress()
  })
  return button
}

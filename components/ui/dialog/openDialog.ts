import { createElement } from '../createElement'

/** The content of every dialog. */
export type DialogContent = {
  title: string
  /** Paragraphs. */
  texts: readonly (string | undefined)[]
  cancelLabel: string
}

/** A question in a box above the page. */
export type DialogOptions = DialogContent & {
  /** The ways on, the one that is meant first. */
  actions: readonly DialogAction[]
}

/** A button that calls back in its click, or a link. */
export type DialogAction =
  | { label: string; onPress: () => void }
  | { label: string; href: string; newTab?: boolean }

let count = 0

/** Opens a modal dialog. The browser traps the focus, closes it with Escape, and restores the focus. */
export function openDialog({ actions, ...content }: DialogOptions): void {
  const { dialog, row } = createDialog(content)
  row.prepend(...actions.map((action, index) => createActionElement(action, index > 0, dialog)))
  dialog.showModal()
}

/**
 * Makes a box that is not open yet.
 *
 * @returns the box; the row at its end, for the ways on, in which there is the button that closes it; and an id
 */
export function createDialog({ title, texts, cancelLabel }: DialogContent) {
  const dialog = createElement('dialog', 'ask')
  const heading = createElement('h2', 'text-subtitle', title)
  const id = `ask-${++count}`
  heading.id = id
  dialog.setAttribute('aria-labelledby', id)
  dialog.append(heading)
  for (const text of texts) if (text) dialog.append(createElement('p', 'mt-4', text))
  const row = createElement('div', 'ask-ways')
  const cancel = createElement('button', 'button button-compact button-quiet', cancelLabel)
  cancel.type = 'button'
  cancel.addEventListener('click', () => dialog.close())
  row.append(cancel)
  dialog.append(row)
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  return { dialog, row, id }
}

/** Makes a way on, which closes the box when it is taken. */
export function createActionElement(
  action: DialogAction,
  isQuiet: boolean,
  dialog: HTMLDialogElement,
): HTMLElement {
  const className = `button button-compact${isQuiet ? ' button-quiet' : ''}`
  if ('href' in action) {
    const link = createElement('a', className, action.label)
    link.href = action.href
    if (action.newTab) {
      link.target = '_blank'
      link.rel = 'noopener'
    }
    link.addEventListener('click', () => dialog.close())
    return link
  }
  const button = createElement('button', className, action.label)
  button.type = 'button'
  button.addEventListener('click', () => {
    dialog.close()
    action.onPress()
  })
  return button
}

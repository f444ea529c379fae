import { createTextElement } from '../createTextElement'

/** The content of a dialog that {@link createDialog} creates. */
export type DialogContent = {
  title: string
  /** The paragraphs; undefined and empty ones are omitted. */
  texts: readonly (string | undefined)[]
  cancelLabel: string
}

/** The content of a dialog with actions. */
export type DialogOptions = DialogContent & {
  /** Actions, primary first. */
  actions: readonly DialogAction[]
}

/** A button with a click handler, or a link, which may open in a new tab. */
export type DialogAction =
  | { label: string; onPress: () => void }
  | { label: string; href: string; isNewTab?: boolean }

let dialogCount = 0

/** Opens a modal dialog. The browser traps the focus, closes the dialog with Escape, and restores the focus. */
export function openDialog({ actions, ...content }: DialogOptions): void {
  const { dialog, actionRow } = createDialog(content)
  actionRow.prepend(
    ...actions.map((action, index) =>
      createActionElement(action, dialog, index === 0 ? 'primary' : 'secondary'),
    ),
  )
  dialog.showModal()
}

/**
 * Adds a dialog to the page, without opening it. Closing the dialog removes it.
 *
 * @returns the dialog, and the row of its actions, with the cancel button
 */
export function createDialog({ title, texts, cancelLabel }: DialogContent) {
  const dialog = createTextElement('dialog', 'modal')
  const heading = createTextElement('h2', 'text-subtitle', title)
  heading.id = `modal-${++dialogCount}`
  dialog.setAttribute('aria-labelledby', heading.id)
  dialog.append(heading)
  for (const text of texts) if (text) dialog.append(createTextElement('p', 'mt-4', text))
  const actionRow = createTextElement('div', 'modal-actions')
  const cancel = createTextElement('button', 'button button-compact button-quiet', cancelLabel)
  cancel.type = 'button'
  cancel.addEventListener('click', () => dialog.close())
  actionRow.append(cancel)
  dialog.append(actionRow)
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  return { dialog, actionRow }
}

/** Creates the button or link of an action. A click on it also closes the dialog. */
export function createActionElement(
  action: DialogAction,
  dialog: HTMLDialogElement,
  variant: 'primary' | 'secondary',
): HTMLElement {
  const className = `button button-compact${variant === 'secondary' ? ' button-quiet' : ''}`
  if ('href' in action) {
    const link = createTextElement('a', className, action.label)
    link.href = action.href
    if (action.isNewTab) {
      link.target = '_blank'
      link.rel = 'noopener'
    }
    link.addEventListener('click', () => dialog.close())
    return link
  }
  const button = createTextElement('button', className, action.label)
  button.type = 'button'
  button.addEventListener('click', () => {
    dialog.close()
    action.onPress()
  })
  return button
}

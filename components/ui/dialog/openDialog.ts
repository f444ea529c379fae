import { createTextElement } from '../createTextElement'

type DialogOptions = {
  title: string
  /** The paragraphs; undefined and empty ones are omitted. */
  texts: readonly (string | undefined)[]
  cancelLabel: string
  /** Actions, primary first. */
  actions: readonly DialogAction[]
}

/** A button with a click handler, or a link, which may open in a new tab. */
export type DialogAction =
  | { label: string; onPress: () => void }
  | { label: string; href: string; isNewTab?: boolean }

let dialogCount = 0

/** Opens a modal dialog. The browser traps focus, closes the dialog on Escape, and restores focus. */
export function openDialog({ title, texts, cancelLabel, actions }: DialogOptions): void {
  const dialog = createTextElement('dialog', 'modal')
  const heading = createTextElement('h2', 'text-subtitle', title)
  heading.id = `modal-${++dialogCount}`
  dialog.setAttribute('aria-labelledby', heading.id)
  const actionRow = createTextElement('div', 'modal-actions')
  for (const [index, action] of [...actions, { label: cancelLabel, onPress() {} }].entries())
    actionRow.append(createActionElement(action, dialog, index === 0 ? '' : 'button-quiet'))
  const paragraphs = texts.flatMap((text) => (text ? createTextElement('p', 'mt-4', text) : []))
  dialog.append(heading, ...paragraphs, actionRow)
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

/** Creates the button or link for an action. A click on it also closes the dialog. */
function createActionElement(action: DialogAction, dialog: HTMLDialogElement, variant: string): HTMLElement {
  const className = `button button-compact ${variant}`
  if ('href' in action) {
    const link = createTextElement('a', className, action.label)
    link.href = action.href
    if (action.isNewTab) Object.assign(link, { target: '_blank', rel: 'noopener' })
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

/** Resolves when the history entry of an earlier dialog is removed. */
let entryRemoval: Promise<unknown> = Promise.resolve()

/**
 * Adds a history entry for an open dialog, so that Back closes the dialog instead of leaving the page. However the dialog
 * closes, its entry is removed; only then does the browser follow a link that was clicked in the dialog.
 */
export async function closeOnBack(dialog: HTMLDialogElement): Promise<void> {
  await entryRemoval
  if (!dialog.open) return
  const controller = new AbortController()
  const { signal } = controller
  let clickedLink: HTMLAnchorElement | undefined
  history.pushState(null, '')
  const closeAfterBack = () => {
    controller.abort()
    dialog.close()
  }
  const goBackAfterClose = () => {
    controller.abort()
    entryRemoval = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
    entryRemoval.then(() => clickedLink?.click())
    history.back()
  }
  const delayLink = (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a')
    if (!link || link.target || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    clickedLink = link
  }
  addEventListener('popstate', closeAfterBack, { signal })
  dialog.addEventListener('close', goBackAfterClose, { signal })
  dialog.addEventListener('click', delayLink, { signal })
}

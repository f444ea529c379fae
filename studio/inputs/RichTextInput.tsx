import { Stack } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import type { ClipboardEvent } from 'react'
import type { ArrayOfObjectsInputProps } from 'sanity'
import { offerPlaceholderItems, PlaceholderMenu } from './PlaceholderMenu'
import { createPasteToast, readPastedHtml, readPastedText } from './pastedText'

/** The clipboard format of the editor itself. */
const portableText = 'application/x-portable-text'

/**
 * The rich text editor, with a menu below it that inserts placeholders at the cursor. Content pasted from other programs
 * is converted to what the site supports, and a toast lists what was removed.
 */
export function RichTextInput(props: ArrayOfObjectsInputProps) {
  const { push } = useToast()
  const { elementProps, readOnly, renderDefault } = props
  if (readOnly) return renderDefault(props)

  function handlePaste(event: ClipboardEvent) {
    const { clipboardData, target } = event
    // The editor handles its own format itself.
    if (clipboardData.types.includes(portableText)) return
    const pasted = clipboardData.types.includes('text/html')
      ? readPastedHtml(clipboardData)
      : readPastedText(clipboardData.getData('text/plain'))
    // Otherwise the editor's own conversion would insert what was removed.
    if (!pasted || pasted.blocks.length + pasted.removed.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    if (pasted.removed.length > 0) push(createPasteToast(pasted.removed))
    if (pasted.blocks.length === 0) return
    // In the editor's own format, the content replaces the selection and can be undone.
    const data = new DataTransfer()
    data.setData(portableText, JSON.stringify(pasted.blocks))
    target.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }

  function insertText(text: string) {
    const editable: HTMLElement | null = elementProps.ref.current
    editable?.focus()
    // The event that a keyboard sends. The editor inserts the text with the marks at the cursor, and can undo it.
    // https://developer.mozilla.org/en-US/docs/Web/API/Element/beforeinput_event
    editable?.dispatchEvent(
      new InputEvent('beforeinput', { inputType: 'insertText', data: text, bubbles: true, cancelable: true }),
    )
  }

  return (
    <Stack gap={1} onPasteCapture={handlePaste}>
      {renderDefault(props)}
      <div>
        <PlaceholderMenu items={offerPlaceholderItems} label="Insert a placeholder" onInsert={insertText} />
      </div>
    </Stack>
  )
}

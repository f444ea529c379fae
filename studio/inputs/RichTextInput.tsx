import { useToast } from '@sanity/ui/toast'
import type { ClipboardEvent } from 'react'
import type { ArrayOfObjectsInputProps } from 'sanity'
import { createPasteToast, readPastedHtml, readPastedText } from './pastedText'

/** The clipboard format of the editor itself. */
const portableText = 'application/x-portable-text'

/**
 * The rich text editor. Content pasted from other programs is converted to what the site supports, and a toast lists what
 * was removed.
 */
export function RichTextInput(props: ArrayOfObjectsInputProps) {
  const { push } = useToast()
  const { readOnly, renderDefault } = props
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

  return <div onPasteCapture={handlePaste}>{renderDefault(props)}</div>
}

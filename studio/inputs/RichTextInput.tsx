import { Box } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import type { ClipboardEvent } from 'react'
import type { ArrayOfObjectsInputProps } from 'sanity'
import { stripInvisible } from '@/lib/content/text/invisibleCharacters'
import { createPasteToast, readPastedHtml } from './pastedText'

/** The editor's own clipboard format. */
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
    // The editor handles its own format.
    if (clipboardData.types.includes(portableText)) return
    // Pastes again in a format that the editor handles. The editor then replaces the selection and can undo the paste.
    const data = new DataTransfer()
    if (clipboardData.types.includes('text/html')) {
      const { blocks, removed } = readPastedHtml(clipboardData)
      // If content was removed, the editor's own conversion must not run, since it would insert that content.
      if (blocks.length + removed.length === 0) return
      if (removed.length > 0) push(createPasteToast(removed))
      if (blocks.length > 0) data.setData(portableText, JSON.stringify(blocks))
    } else {
      const text = clipboardData.getData('text/plain')
      const visibleText = stripInvisible(text, '\n')
      if (visibleText === text) return
      data.setData('text/plain', visibleText)
    }
    event.preventDefault()
    event.stopPropagation()
    if (data.types.length > 0)
      target.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
  }

  // A box, unlike a plain element, can be narrower than the toolbar.
  return <Box onPasteCapture={handlePaste}>{renderDefault(props)}</Box>
}

import { useToast } from '@sanity/ui/toast'
import { type ChangeEvent, type ClipboardEvent, useCallback } from 'react'
import { type InputProps, isStringInputProps, type StringInputProps, set, unset } from 'sanity'
import { stripInvisible } from '@/lib/content/text/invisibleCharacters'
import { plainText } from '@/lib/content/text/plainText'
import { createPasteToast, readPastedHtml } from './pastedText'

/**
 * Renders every form input. Text inputs strip harmful invisible characters, and comments and deleted text from pasted
 * documents.
 */
export function VisibleTextInput(props: InputProps) {
  return isStringInputProps(props) ? (
    <InputWithoutInvisibleCharacters {...props} />
  ) : (
    props.renderDefault(props)
  )
}

function InputWithoutInvisibleCharacters(props: StringInputProps) {
  const { onChange, elementProps, schemaType } = props
  const lineBreak = schemaType.name === 'text' || schemaType.type?.name === 'text' ? '\n' : ' '
  const handleChange = useCallback(
    (event: ChangeEvent<HTMLInputElement>) => {
      const typedText = event.currentTarget.value
      const text = stripInvisible(typedText, lineBreak)
      if (text === typedText) elementProps.onChange(event)
      else onChange(text ? set(text) : unset())
    },
    [elementProps.onChange, lineBreak, onChange],
  )
  const { push } = useToast()

  function handlePaste(event: ClipboardEvent) {
    const { clipboardData, target } = event
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
    // Email and time inputs have no selection.
    const { selectionStart, selectionEnd } = target
    if (target.readOnly || selectionStart === null || selectionEnd === null) return
    const { blocks, removed, hadReviewContent } = readPastedHtml(clipboardData)
    if (!hadReviewContent) return
    event.preventDefault()
    push(createPasteToast(removed))
    target.setRangeText(plainText(blocks), selectionStart, selectionEnd, 'end')
    target.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }))
  }

  return (
    <div onPasteCapture={handlePaste}>
      {props.renderDefault({ ...props, elementProps: { ...elementProps, onChange: handleChange } })}
    </div>
  )
}

import { useState } from 'react'
import type { PrimitiveInputElementProps } from 'sanity'

/**
 * Holds the raw text of a field whose value is parsed from it: during typing, and afterwards while the text is invalid. A
 * value from elsewhere, such as after “Discard changes”, replaces it.
 *
 * @returns the raw text, undefined when the field shows its value; a setter; handlers for the input element
 */
export function useRawInput(
  hasValue: boolean,
  isValid: (text: string) => boolean,
  { onFocus, onBlur }: Pick<PrimitiveInputElementProps, 'onFocus' | 'onBlur'>,
) {
  const [typed, setTyped] = useState<string>()
  const [isTyping, setIsTyping] = useState(false)
  const rawText = isTyping || !hasValue ? typed : undefined
  return {
    rawText,
    setRawText: setTyped,
    handlers: {
      onFocus: ((event) => {
        setIsTyping(true)
        setTyped(rawText)
        onFocus(event)
      }) satisfies typeof onFocus,
      onBlur: ((event) => {
        setIsTyping(false)
        if (rawText !== undefined && isValid(rawText)) setTyped(undefined)
        onBlur(event)
      }) satisfies typeof onBlur,
    },
  }
}

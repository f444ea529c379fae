import { useState } from 'react'
import type { PrimitiveInputElementProps } from 'sanity'

/**
 * Stores the raw text of an input whose value is parsed from that text: while the input has focus, and afterwards while the
 * text is invalid. A value from elsewhere, such as after “Discard changes”, replaces the text once the input has no focus.
 *
 * @param hasValue - whether the field has a value; the input unsets it for an invalid text
 * @returns the raw text, undefined when the field shows its value; a setter; handlers for the input element
 */
export function useRawInput(
  hasValue: boolean,
  isValid: (text: string) => boolean,
  { onFocus, onBlur }: Pick<PrimitiveInputElementProps, 'onFocus' | 'onBlur'>,
) {
  const [typedText, setTypedText] = useState<string>()
  const [isFocused, setIsFocused] = useState(false)
  const rawText = isFocused || !hasValue ? typedText : undefined
  return {
    rawText,
    setRawText: setTypedText,
    handlers: {
      onFocus: ((event) => {
        setIsFocused(true)
        setTypedText(rawText)
        onFocus(event)
      }) satisfies typeof onFocus,
      onBlur: ((event) => {
        setIsFocused(false)
        if (rawText !== undefined && isValid(rawText)) setTypedText(undefined)
        onBlur(event)
      }) satisfies typeof onBlur,
    },
  }
}

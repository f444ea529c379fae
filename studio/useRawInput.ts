import { useState } from 'react'
import type { PrimitiveInputElementProps } from 'sanity'

/**
 * What somebody writes into a field whose value is read from its text: kept as it was written, and afterwards only while
 * it cannot be read. A value that comes from elsewhere, as with “Discard changes”, takes its place.
 * @returns the kept text, undefined where the field's value is to be shown; what keeps a text; the field's handlers
 */
export function useRawInput(
  hasValue: boolean,
  isReadable: (text: string) => boolean,
  { onFocus, onBlur }: Pick<PrimitiveInputElementProps, 'onFocus' | 'onBlur'>,
) {
  const [written, setWritten] = useState<string>()
  const [isWriting, setWriting] = useState(false)
  const kept = isWriting || !hasValue ? written : undefined
  return {
    kept,
    keep: setWritten,
    handlers: {
      onFocus: ((event) => {
        setWriting(true)
        setWritten(kept)
        onFocus(event)
      }) satisfies typeof onFocus,
      onBlur: ((event) => {
        setWriting(false)
        if (kept !== undefined && isReadable(kept)) setWritten(undefined)
        onBlur(event)
      }) satisfies typeof onBlur,
    },
  }
}

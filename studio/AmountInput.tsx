import { Card, Stack, Text, TextInput } from '@sanity/ui'
import { type ChangeEvent, useState } from 'react'
import { type NumberInputProps, set, unset, useFormValue } from 'sanity'
import { amountText, formatMoney, parseAmount } from '@/lib/content/format'

/**
 * Edits an amount of money as people write it, "1,047" or "997.50", in the currency of the document. What is kept is a
 * whole number of the currency's smallest unit.
 */
export function AmountInput({ value, onChange, elementProps, validationError, readOnly }: NumberInputProps) {
  const currency = String(useFormValue(['currency']) ?? 'usd')
  /** What is being written, as it was written, and afterwards while it cannot be read; undefined otherwise. */
  const [written, setWritten] = useState<string>()
  const [isWriting, setWriting] = useState(false)
  // An amount that comes from elsewhere, as with “Discard changes”, takes the place of what could not be read.
  const isKept = written !== undefined && (isWriting || value === undefined)
  const shown = isKept ? written : amountText(value, currency)
  const isUnreadable = isKept && written.trim() !== '' && parseAmount(written, currency) === null
  const unreadable = `This is no amount in ${currency.toUpperCase()}. Write it like 997, 1,047 or 12.50.`

  function change(event: ChangeEvent<HTMLInputElement>) {
    const text = event.currentTarget.value
    setWritten(text)
    const amount = parseAmount(text, currency)
    onChange(amount === null ? unset() : set(amount))
  }

  return (
    <Stack gap={2}>
      <TextInput
        {...elementProps}
        value={shown}
        inputMode="decimal"
        suffix={
          <Card padding={3} tone="transparent">
            <Text size={1} muted>
              {currency.toUpperCase()}
            </Text>
          </Card>
        }
        customValidity={isUnreadable ? unreadable : validationError}
        readOnly={readOnly ?? false}
        onChange={change}
        onFocus={(event) => {
          setWriting(true)
          setWritten(isKept ? written : undefined)
          elementProps.onFocus(event)
        }}
        onBlur={(event) => {
          setWriting(false)
          if (!isUnreadable) setWritten(undefined)
          elementProps.onBlur(event)
        }}
      />
      <Text size={1} muted>
        <output htmlFor={elementProps.id}>{isUnreadable ? unreadable : formatMoney(value, currency)}</output>
      </Text>
    </Stack>
  )
}

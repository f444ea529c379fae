import { Card, Stack, Text, TextInput } from '@sanity/ui'
import { useState } from 'react'
import { type NumberInputProps, set, unset, useFormValue } from 'sanity'
import { formatMoney } from '@/lib/content/text/format'
import { formatAmount, parseAmount } from './amountFormat'

/**
 * Edits an amount of money as text, "1,047" or "997.50", in the document's currency. Stores an integer in the
 * currency's smallest unit. The typed text stays while the input has focus; invalid text also stays afterward.
 */
export function AmountInput({ value, onChange, elementProps, validationError, readOnly }: NumberInputProps) {
  const currency = String(useFormValue(['currency']) ?? 'usd')
  const [typedText, setTypedText] = useState<string>()
  const [isFocused, setIsFocused] = useState(false)
  // A value set elsewhere, such as by “Discard changes”, replaces the text.
  const text = isFocused || value === undefined ? typedText : undefined
  const isInvalid = Boolean(text?.trim()) && parseAmount(text ?? '', currency) === null
  const invalidText = `This isn’t an amount in ${currency.toUpperCase()}. Enter it like 997, 1,047 or 12.50.`
  return (
    <Stack gap={2}>
      <TextInput
        {...elementProps}
        value={text ?? formatAmount(value, currency)}
        inputMode="decimal"
        suffix={
          <Card padding={3} tone="transparent">
            <Text size={1} muted>
              {currency.toUpperCase()}
            </Text>
          </Card>
        }
        customValidity={isInvalid ? invalidText : validationError}
        readOnly={readOnly ?? false}
        onFocus={(event) => {
          setIsFocused(true)
          setTypedText(text)
          elementProps.onFocus(event)
        }}
        onBlur={(event) => {
          setIsFocused(false)
          if (!isInvalid) setTypedText(undefined)
          elementProps.onBlur(event)
        }}
        onChange={({ currentTarget }) => {
          setTypedText(currentTarget.value)
          const amount = parseAmount(currentTarget.value, currency)
          onChange(amount === null ? unset() : set(amount))
        }}
      />
      <Text size={1} muted>
        <output htmlFor={elementProps.id}>{isInvalid ? invalidText : formatMoney(value, currency)}</output>
      </Text>
    </Stack>
  )
}

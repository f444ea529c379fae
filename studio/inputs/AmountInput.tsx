import { Card, Stack, Text, TextInput } from '@sanity/ui'
import type { ChangeEvent } from 'react'
import { type NumberInputProps, set, unset, useFormValue } from 'sanity'
import { formatMoney } from '@/lib/content/text/format'
import { formatAmount, parseAmount } from './amountFormat'
import { useRawInput } from './useRawInput'

/**
 * Edits an amount of money as text, "1,047" or "997.50", in the document's currency. Stores a whole number of the
 * currency's smallest unit.
 */
export function AmountInput({ value, onChange, elementProps, validationError, readOnly }: NumberInputProps) {
  const currency = String(useFormValue(['currency']) ?? 'usd')
  const isValid = (text: string) => text.trim() === '' || parseAmount(text, currency) !== null
  const { rawText, setRawText, handlers } = useRawInput(value !== undefined, isValid, elementProps)
  const isInvalid = rawText !== undefined && !isValid(rawText)
  const invalidText = `This isn’t an amount in ${currency.toUpperCase()}. Enter it like 997, 1,047 or 12.50.`

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const text = event.currentTarget.value
    setRawText(text)
    const amount = parseAmount(text, currency)
    onChange(amount === null ? unset() : set(amount))
  }

  return (
    <Stack gap={2}>
      <TextInput
        {...elementProps}
        {...handlers}
        value={rawText ?? formatAmount(value, currency)}
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
        onChange={handleChange}
      />
      <Text size={1} muted>
        <output htmlFor={elementProps.id}>{isInvalid ? invalidText : formatMoney(value, currency)}</output>
      </Text>
    </Stack>
  )
}

import { Card, Stack, Text, TextInput } from '@sanity/ui'
import type { ChangeEvent } from 'react'
import { type NumberInputProps, set, unset, useFormValue } from 'sanity'
import { formatMoney } from '@/lib/content/format'
import { formatAmount, parseAmount } from './amountFormat'
import { useRawInput } from './useRawInput'

/**
 * Edits an amount of money as people write it, "1,047" or "997.50", in the currency of the document. What is kept is a
 * whole number of the currency's smallest unit.
 */
export function AmountInput({ value, onChange, elementProps, validationError, readOnly }: NumberInputProps) {
  const currency = String(useFormValue(['currency']) ?? 'usd')
  const isReadable = (text: string) => text.trim() === '' || parseAmount(text, currency) !== null
  const { kept, keep, handlers } = useRawInput(value !== undefined, isReadable, elementProps)
  const isUnreadable = kept !== undefined && !isReadable(kept)
  const unreadable = `This is no amount in ${currency.toUpperCase()}. Write it like 997, 1,047 or 12.50.`

  function change(event: ChangeEvent<HTMLInputElement>) {
    const text = event.currentTarget.value
    keep(text)
    const amount = parseAmount(text, currency)
    onChange(amount === null ? unset() : set(amount))
  }

  return (
    <Stack gap={2}>
      <TextInput
        {...elementProps}
        {...handlers}
        value={kept ?? formatAmount(value, currency)}
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
      />
      <Text size={1} muted>
        <output htmlFor={elementProps.id}>{isUnreadable ? unreadable : formatMoney(value, currency)}</output>
      </Text>
    </Stack>
  )
}

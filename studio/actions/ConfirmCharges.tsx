import { Button, Card, Flex, Grid, Stack, Text, TextInput } from '@sanity/ui'
import { useId, useState } from 'react'
import { parseAmount } from '../inputs/amountFormat'
import { type ChargeChange, formatCharge } from './chargeChanges'

type ConfirmChargesProps = {
  text?: string
  confirmText?: string
  changes: ChargeChange[]
  currency: string
  onCancel: () => void
  onConfirm: () => void
}

/** Parses a retyped amount to the currency's smallest unit, or a number of months; null for an invalid text. */
function parseRetypedValue(name: ChargeChange['name'], text: string, currency: string): number | null {
  if (name !== 'introMonths') return parseAmount(text, currency)
  return /^\d+$/.test(text.trim()) ? Number(text) : null
}

/**
 * Confirms a change of charges. Shows the new charges. A value that changes much (`isLarge`) has to be typed again.
 */
export function ConfirmCharges({
  text = 'New members pay the amounts below. Current members keep their price.',
  confirmText = 'Publish these charges',
  changes,
  currency,
  onCancel,
  onConfirm,
}: ConfirmChargesProps) {
  const [retypedTexts, setRetypedTexts] = useState<Record<string, string>>({})
  const isRetyped = changes.every(
    ({ name, after, isLarge }) =>
      !isLarge || parseRetypedValue(name, retypedTexts[name] ?? '', currency) === after,
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isRetyped) onConfirm()
      }}
    >
      <Stack gap={5}>
        <Text size={1}>{text}</Text>
        <Stack gap={3}>
          {changes.map((change) => (
            <ChargeRow
              key={change.name}
              change={change}
              currency={currency}
              retypedText={retypedTexts[change.name] ?? ''}
              onType={(text) => setRetypedTexts({ ...retypedTexts, [change.name]: text })}
            />
          ))}
        </Stack>
        <Flex gap={3} justify="flex-end">
          <Button mode="bleed" text="Cancel" onClick={onCancel} />
          <Button type="submit" tone="caution" text={confirmText} disabled={!isRetyped} />
        </Flex>
      </Stack>
    </form>
  )
}

type ChargeRowProps = {
  change: ChargeChange
  currency: string
  retypedText: string
  onType: (text: string) => void
}

function ChargeRow({ change, currency, retypedText, onType }: ChargeRowProps) {
  const id = useId()
  const { name, title, before, after, isChanged, isLarge } = change
  return (
    <Card border radius={2} padding={4}>
      <Stack gap={4}>
        <Grid gridTemplateColumns={3} gap={3}>
          <Text size={1} weight={isChanged ? 'semibold' : 'regular'} muted={!isChanged}>
            {title}
          </Text>
          <Text size={1} muted>
            {before === null ? 'new' : `now: ${formatCharge(name, before, currency)}`}
          </Text>
          <Text size={1} weight={isChanged ? 'semibold' : 'regular'} muted={!isChanged}>
            {isChanged ? `new: ${formatCharge(name, after, currency)}` : 'unchanged'}
          </Text>
        </Grid>
        {isLarge && (
          <Stack gap={3}>
            <Text as="label" htmlFor={id} size={1}>
              {name === 'introMonths'
                ? 'Type the new number of months again.'
                : 'This amount changes by more than 20%. Type the new amount again.'}
            </Text>
            <TextInput
              id={id}
              inputMode="decimal"
              autoComplete="off"
              value={retypedText}
              onChange={(event) => onType(event.currentTarget.value)}
            />
          </Stack>
        )}
      </Stack>
    </Card>
  )
}

import { Button, Flex, Stack, Text, TextInput } from '@sanity/ui'
import { useState } from 'react'
import type { OfferFields } from '@/lib/content/text/offerTypes'
import { parseAmount } from '../inputs/amountFormat'
import { type ChargeChange, compareCharges, formatCharge } from './chargeChanges'

type ConfirmChargesProps = {
  /** Describes the button's other effects. Shown before the sentence about charges. */
  text?: string
  confirmText?: string
  /** The offer that is sold now, if there is one. */
  published: OfferFields | null | undefined
  /** The offer that would be sold. */
  draft: OfferFields | null | undefined
  onCancel: () => void
  onConfirm: () => void
}

/** Parses a retyped amount into the currency's smallest unit, or a number of months; null for invalid text. */
function parseRetypedValue(name: ChargeChange['name'], text: string, currency: string): number | null {
  if (name !== 'introMonths') return parseAmount(text, currency)
  return /^\d+$/.test(text.trim()) ? Number(text) : null
}

/**
 * Shows the new charges for confirmation. An editor has to retype each value whose change is marked `isLarge`.
 */
export function ConfirmCharges({
  text,
  confirmText = 'Publish these charges',
  published,
  draft,
  onCancel,
  onConfirm,
}: ConfirmChargesProps) {
  const [retypedTexts, setRetypedTexts] = useState<Record<string, string>>({})
  const currency = String(draft?.currency ?? 'usd')
  const changes = compareCharges(published, draft)
  const sentences = [
    text,
    changes.some(({ isChanged }) => isChanged) &&
      'New members pay the amounts below. Current members keep their price.',
  ]
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
        <Text size={1}>{sentences.filter(Boolean).join(' ')}</Text>
        {changes.map(({ name, title, before, after, isChanged, isLarge }) => (
          <Stack key={name} gap={4}>
            <Text size={1} weight={isChanged ? 'semibold' : 'regular'} muted={!isChanged}>
              {title} – {before !== null && `now: ${formatCharge(name, before, currency)}, `}
              {isChanged ? `new: ${formatCharge(name, after, currency)}` : 'unchanged'}
            </Text>
            {isLarge && (
              <Stack gap={3}>
                <Text as="label" htmlFor={`retyped-${name}`} size={1}>
                  {name === 'introMonths'
                    ? 'Type the new number of months again.'
                    : 'This amount changes by more than 20%. Type the new amount again.'}
                </Text>
                <TextInput
                  id={`retyped-${name}`}
                  inputMode="decimal"
                  autoComplete="off"
                  value={retypedTexts[name] ?? ''}
                  onChange={({ currentTarget: { value } }) =>
                    setRetypedTexts((texts) => ({ ...texts, [name]: value }))
                  }
                />
              </Stack>
            )}
          </Stack>
        ))}
        <Flex gap={3} justify="flex-end">
          <Button mode="bleed" text="Cancel" onClick={onCancel} />
          <Button type="submit" tone="caution" text={confirmText} disabled={!isRetyped} />
        </Flex>
      </Stack>
    </form>
  )
}

import { Button, Card, Flex, Grid, Stack, Text, TextInput } from '@sanity/ui'
import { useId, useState } from 'react'
import { formatStudioTimeShort } from '@/lib/content/studioTime'
import { type ChargeChange, chargeText } from '@/lib/membership/offer/chargeChanges'
import { parseAmount } from '../amountFormat'
import { hasReleases } from '../releases'
import { useQuery } from '../useQuery'
import { findScheduledChargeChanges, type ScheduledOffers, scheduledOffersQuery } from './scheduledOffers'

type ConfirmChargesProps = {
  changes: ChargeChange[]
  currency: string
  onCancel: () => void
  onConfirm: () => void
}

/** What was typed again: cents, or months. */
function typedValue(name: ChargeChange['name'], text: string, currency: string): number | null {
  if (name !== 'introMonths') return parseAmount(text, currency)
  return /^\d+$/.test(text.trim()) ? Number(text) : null
}

/**
 * Spells out what members would be charged, and what is scheduled to be charged otherwise later; an amount that changes
 * by much is typed again before it is published.
 */
export function ConfirmCharges({ changes, currency, onCancel, onConfirm }: ConfirmChargesProps) {
  const [typed, setTyped] = useState<Record<string, string>>({})
  const scheduled = useQuery<ScheduledOffers>(hasReleases ? scheduledOffersQuery : undefined)
  const isLooking = hasReleases && scheduled === undefined
  const isTyped = changes.every(
    ({ name, after, isLarge }) => !isLarge || typedValue(name, typed[name] ?? '', currency) === after,
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isTyped) onConfirm()
      }}
    >
      <Stack gap={5}>
        <Text size={1}>
          Whoever joins from now on is charged what stands here. Members who have joined keep the price they
          joined at.
        </Text>
        <Stack gap={3}>
          {changes.map((change) => (
            <Change
              key={change.name}
              change={change}
              currency={currency}
              typed={typed[change.name] ?? ''}
              onType={(text) => setTyped({ ...typed, [change.name]: text })}
            />
          ))}
        </Stack>
        {scheduled && <Later scheduled={scheduled} changes={changes} currency={currency} />}
        <Flex gap={3} justify="flex-end">
          <Button mode="bleed" text="Cancel" onClick={onCancel} />
          <Button
            type="submit"
            tone="caution"
            text="Publish these charges"
            disabled={!isTyped || isLooking}
          />
        </Flex>
      </Stack>
    </form>
  )
}

type LaterProps = {
  scheduled: ScheduledOffers | 'failed'
  changes: ChargeChange[]
  currency: string
}

/** Says which versions of the offer take over by themselves with other charges than these. */
function Later({ scheduled, changes, currency }: LaterProps) {
  if (scheduled === 'failed') {
    return (
      <Text size={1}>Whether something else is scheduled to be charged could not be found out just now.</Text>
    )
  }
  const charges = Object.fromEntries(changes.map(({ name, after }) => [name, after]))
  return findScheduledChargeChanges(scheduled, { ...charges, currency }).map((later) => (
    <Card key={later.at.getTime()} tone="caution" border radius={2} padding={4} data-testid="charged-later">
      <Text size={1}>
        A version of the offer is scheduled for {formatStudioTimeShort(later.at)}, and charges otherwise from
        then on:{' '}
        {later.changes
          .map(({ title, name, after }) => `${title} ${chargeText(name, after, later.currency)}`)
          .join(', ')}
        . If it should not, cancel here and unschedule it first.
      </Text>
    </Card>
  ))
}

type ChangeProps = {
  change: ChargeChange
  currency: string
  typed: string
  onType: (text: string) => void
}

function Change({ change, currency, typed, onType }: ChangeProps) {
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
            {before === null ? 'new' : `now ${chargeText(name, before, currency)}`}
          </Text>
          <Text size={1} weight={isChanged ? 'semibold' : 'regular'} muted={!isChanged}>
            {isChanged ? `then ${chargeText(name, after, currency)}` : 'stays'}
          </Text>
        </Grid>
        {isLarge && (
          <Stack gap={3}>
            <Text as="label" htmlFor={id} size={1}>
              {name === 'introMonths'
                ? 'It changes the first two years by more than a fifth. Please type the new number of months again.'
                : 'This changes by more than a fifth. Please type the new amount again.'}
            </Text>
            <TextInput
              id={id}
              inputMode="decimal"
              autoComplete="off"
              value={typed}
              onChange={(event) => onType(event.currentTarget.value)}
            />
          </Stack>
        )}
      </Stack>
    </Card>
  )
}

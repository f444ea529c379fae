import {
  Box,
  Button,
  Card,
  Container,
  Dialog,
  Flex,
  Heading,
  Spinner,
  Stack,
  Text,
  TextInput,
} from '@sanity/ui'
import { type FormEvent, useState } from 'react'
import {
  describeTimeProblem,
  formatStudioTime,
  formatStudioTimeLong,
  parseStudioTime,
} from '@/lib/content/studioTime'
import { compareCharges } from '@/lib/membership/offer/chargeChanges'
import { ConfirmCharges } from '../offer/ConfirmCharges'
import { ChangeRow } from './ChangeRow'
import type { Violation } from './plan'
import { findPlanViolations, type Plan, useSiteRestore } from './useSiteRestore'

/** A tool that restores selected documents of the site to a point in time. */
export function SiteRestore() {
  const { state, preview, toggle, restore, restart } = useSiteRestore()
  return (
    <Card height="fill" overflow="auto" data-testid="site-restore">
      <Container width={1} padding={4} paddingY={5}>
        <Stack gap={5}>
          <Stack gap={5}>
            <Heading as="h1" size={3}>
              Restore the site
            </Heading>
            <Text as="p" size={2}>
              Choose a date and time. You’ll see what would change in each document before you restore. Drafts
              aren’t changed. Prices and legal texts are restored only if you select them.
            </Text>
          </Stack>
          {state.step === 'done' ? (
            <Done {...state} onUndo={() => preview(state.undoTime, state.ids)} onRestart={restart} />
          ) : (
            <TimeForm isBusy={state.step === 'reading' || state.step === 'writing'} onChoose={preview} />
          )}
          {state.step === 'reading' && <Progress text="Loading the history…" />}
          {state.step === 'writing' && <Progress text="Restoring…" />}
          {state.step === 'choosing' && state.problem && <ErrorCard text={state.problem} />}
          {state.step === 'previewed' && (
            <>
              {state.problem && <ErrorCard text={state.problem} />}
              <Changes plan={state.plan} selected={state.selected} onToggle={toggle} onRestore={restore} />
            </>
          )}
        </Stack>
      </Container>
    </Card>
  )
}

function Progress({ text }: { text: string }) {
  return (
    <Flex align="center" gap={3} aria-live="polite">
      <Spinner />
      <Text size={1}>{text}</Text>
    </Flex>
  )
}

function ErrorCard({ text }: { text: string }) {
  return (
    <Card padding={4} radius={2} tone="critical" role="alert">
      <Text size={1}>{text}</Text>
    </Card>
  )
}

type TimeFormProps = { isBusy: boolean; onChoose: (time: string) => void }

function TimeForm({ isBusy, onChoose }: TimeFormProps) {
  const [rawText, setRawText] = useState('')
  const time = parseStudioTime(rawText)
  const isFuture = time !== null && time.getTime() > Date.now()
  const reason =
    describeTimeProblem(rawText) ??
    (isFuture ? 'This time is in the future. Choose an earlier one.' : undefined)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (time && !isFuture) onChoose(time.toISOString())
  }
  return (
    <form onSubmit={handleSubmit}>
      <Stack gap={3}>
        <Text as="label" size={1} weight="semibold" htmlFor="site-restore-time">
          Restore to
        </Text>
        <TextInput
          id="site-restore-time"
          type="datetime-local"
          max={formatStudioTime(new Date())}
          value={rawText}
          onChange={(event) => setRawText(event.currentTarget.value)}
        />
        <Text size={1} muted>
          <output htmlFor="site-restore-time">
            {reason ?? (time && formatStudioTimeLong(time)) ?? 'Enter a date and time in Los Angeles time.'}
          </output>
        </Text>
        <Flex paddingTop={3}>
          <Button
            type="submit"
            text="Preview changes"
            tone="primary"
            disabled={isBusy || !time || isFuture}
          />
        </Flex>
      </Stack>
    </form>
  )
}

type ChangesProps = {
  plan: Plan
  selected: ReadonlySet<string>
  onToggle: (id: string) => void
  onRestore: () => void
}

function Changes({ plan, selected, onToggle, onRestore }: ChangesProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const time = formatStudioTimeLong(new Date(plan.time))
  if (plan.changes.length === 0) {
    return (
      <Card padding={4} radius={2} tone="positive" role="status">
        <Text size={1}>No published content has changed since {time}.</Text>
      </Card>
    )
  }
  const violations = findPlanViolations(plan, selected)
  const isListed = (id: string) => plan.changes.some((change) => change.id === id)
  const listReasons = (id: string) => ({
    violations: filterMessages(id, violations),
    obstacles: selected.has(id) ? [] : filterMessages(id, plan.documentViolations),
  })
  const blockReason =
    violations.length > 0
      ? 'Items in red would break the live site. Change the selection, or fix them manually.'
      : selected.size === 0 && 'Select at least one document.'
  const unlisted = violations.filter(({ id }) => !isListed(id))
  return (
    <Stack gap={4}>
      <Heading as="h2" size={1}>
        Changes to restore the site to {time}
      </Heading>
      <Stack as="ul" gap={3} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {plan.changes.map((change) => (
          <li key={change.id}>
            <ChangeRow
              change={change}
              isSelected={selected.has(change.id)}
              {...listReasons(change.id)}
              onToggle={() => onToggle(change.id)}
            />
          </li>
        ))}
      </Stack>
      {unlisted.map(({ id, message }) => (
        <ErrorCard key={`${id} ${message}`} text={`In a document that isn’t listed (${id}): ${message}`} />
      ))}
      <Flex align="center" gap={3} wrap="wrap">
        <Button
          text={selected.size === 1 ? 'Restore 1 document' : `Restore ${selected.size} documents`}
          tone="critical"
          disabled={Boolean(blockReason)}
          onClick={() => setIsConfirming(true)}
        />
        {blockReason && (
          <Text size={1} muted>
            {blockReason}
          </Text>
        )}
      </Flex>
      {isConfirming && (
        <ConfirmDialog
          plan={plan}
          selected={selected}
          onCancel={() => setIsConfirming(false)}
          onConfirm={() => {
            setIsConfirming(false)
            onRestore()
          }}
        />
      )}
    </Stack>
  )
}

const filterMessages = (id: string, violations: readonly Violation[]) =>
  violations.filter((violation) => violation.id === id).map(({ message }) => message)

type ConfirmDialogProps = {
  plan: Plan
  selected: ReadonlySet<string>
  onCancel: () => void
  onConfirm: () => void
}

/** Confirms the restore. Changed charges need the same confirmation as a publication. */
function ConfirmDialog({ plan, selected, onCancel, onConfirm }: ConfirmDialogProps) {
  const offer = plan.changes.find(({ id }) => id === 'offer' && selected.has('offer'))
  const charges = offer ? compareCharges(offer.current, offer.past) : []
  const hasChargeChanges = charges.some(({ isChanged }) => isChanged)
  const header = hasChargeChanges ? 'Change what members pay?' : 'Restore the site?'
  return (
    <Dialog id="confirm-site-restore" header={header} width={1} onClose={onCancel}>
      <Box padding={4}>
        {hasChargeChanges ? (
          <ConfirmCharges
            changes={charges}
            currency={String(offer?.past?.currency ?? 'usd')}
            onCancel={onCancel}
            onConfirm={onConfirm}
          />
        ) : (
          <Stack gap={5}>
            <Text size={1}>
              This will be live immediately:{' '}
              {selected.size === 1 ? '1 document' : `${selected.size} documents`} as of{' '}
              {formatStudioTimeLong(new Date(plan.time))}. You can undo it afterwards.
            </Text>
            <Flex gap={3} justify="flex-end">
              <Button mode="bleed" text="Cancel" onClick={onCancel} />
              <Button tone="critical" text="Restore" onClick={onConfirm} />
            </Flex>
          </Stack>
        )}
      </Box>
    </Dialog>
  )
}

type DoneProps = {
  time: string
  ids: readonly string[]
  onUndo: () => void
  onRestart: () => void
}

function Done({ time, ids, onUndo, onRestart }: DoneProps) {
  return (
    <Card padding={4} radius={2} tone="positive" role="status">
      <Stack gap={4}>
        <Text size={1}>
          Restored {ids.length === 1 ? '1 document' : `${ids.length} documents`} to{' '}
          {formatStudioTimeLong(new Date(time))}. Drafts weren’t changed.
        </Text>
        <Flex gap={3} wrap="wrap">
          <Button mode="ghost" text="Undo: preview the previous state" onClick={onUndo} />
          <Button mode="bleed" text="Choose another time" onClick={onRestart} />
        </Flex>
      </Stack>
    </Card>
  )
}

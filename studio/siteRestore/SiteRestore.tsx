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
  formatStudioTime,
  formatStudioTimeLong,
  parseStudioTime,
  timeProblem,
} from '@/lib/content/studioTime'
import { chargeChanges } from '@/lib/membership/offer/chargeChanges'
import { ConfirmCharges } from '../offer/ConfirmCharges'
import { ChangeRow } from './ChangeRow'
import type { Violation } from './plan'
import { findPlanViolations, type Plan, useSiteRestore } from './useSiteRestore'

/** A tool that makes the site as it was at a moment, document by document. */
export function SiteRestore() {
  const { state, look, toggle, write, restart } = useSiteRestore()
  return (
    <Card height="fill" overflow="auto" data-testid="put-back">
      <Container width={1} padding={4} paddingY={5}>
        <Stack gap={5}>
          <Stack gap={5}>
            <Heading as="h1" size={3}>
              Put the site back
            </Heading>
            <Text as="p" size={2}>
              Choose a moment. You see what would change, document by document, before anything happens.
              Drafts stay as they are. Prices and legal texts are put back only when you tick them.
            </Text>
          </Stack>
          {state.step === 'done' ? (
            <Done {...state} onUndo={() => look(state.undo, state.ids)} onRestart={restart} />
          ) : (
            <ChooseMoment isBusy={state.step === 'reading' || state.step === 'writing'} onChoose={look} />
          )}
          {state.step === 'reading' && <Waiting text="Looking through the history …" />}
          {state.step === 'writing' && <Waiting text="Putting it back …" />}
          {state.step === 'choosing' && state.problem && <Refusal text={state.problem} />}
          {state.step === 'chosen' && (
            <>
              {state.problem && <Refusal text={state.problem} />}
              <Changes plan={state.plan} chosen={state.chosen} onToggle={toggle} onWrite={write} />
            </>
          )}
        </Stack>
      </Container>
    </Card>
  )
}

function Waiting({ text }: { text: string }) {
  return (
    <Flex align="center" gap={3} aria-live="polite">
      <Spinner />
      <Text size={1}>{text}</Text>
    </Flex>
  )
}

function Refusal({ text }: { text: string }) {
  return (
    <Card padding={4} radius={2} tone="critical" role="alert">
      <Text size={1}>{text}</Text>
    </Card>
  )
}

type ChooseMomentProps = { isBusy: boolean; onChoose: (time: string) => void }

function ChooseMoment({ isBusy, onChoose }: ChooseMomentProps) {
  const [written, setWritten] = useState('')
  const moment = parseStudioTime(written)
  const isToCome = moment !== null && moment.getTime() > Date.now()
  const reason = timeProblem(written) ?? (isToCome ? 'This moment is still to come.' : undefined)
  const choose = (event: FormEvent) => {
    event.preventDefault()
    if (moment && !isToCome) onChoose(moment.toISOString())
  }
  return (
    <form onSubmit={choose}>
      <Stack gap={3}>
        <Text as="label" size={1} weight="semibold" htmlFor="put-back-moment">
          As it was on
        </Text>
        <TextInput
          id="put-back-moment"
          type="datetime-local"
          max={formatStudioTime(new Date())}
          value={written}
          onChange={(event) => setWritten(event.currentTarget.value)}
        />
        <Text size={1} muted>
          <output htmlFor="put-back-moment">
            {reason ??
              (moment && formatStudioTimeLong(moment)) ??
              'Enter a date and a time. It is the time in Los Angeles, wherever you are.'}
          </output>
        </Text>
        <Flex paddingTop={3}>
          <Button
            type="submit"
            text="See what would change"
            tone="primary"
            disabled={isBusy || !moment || isToCome}
          />
        </Flex>
      </Stack>
    </form>
  )
}

type ChangesProps = {
  plan: Plan
  chosen: ReadonlySet<string>
  onToggle: (id: string) => void
  onWrite: () => void
}

function Changes({ plan, chosen, onToggle, onWrite }: ChangesProps) {
  const [isAsking, setAsking] = useState(false)
  const moment = formatStudioTimeLong(new Date(plan.time))
  if (plan.changes.length === 0) {
    return (
      <Card padding={4} radius={2} tone="positive" role="status">
        <Text size={1}>Nothing that visitors see has changed since {moment}.</Text>
      </Card>
    )
  }
  const hurts = findPlanViolations(plan, chosen)
  const isListed = (id: string) => plan.changes.some((change) => change.id === id)
  const reasonsFor = (id: string) => ({
    violations: messagesOf(id, hurts),
    obstacles: chosen.has(id) ? [] : messagesOf(id, plan.own),
  })
  const blocker =
    hurts.length > 0
      ? 'Items in red would break the live site. Change the selection, or fix them manually.'
      : chosen.size === 0 && 'Select at least one document.'
  const elsewhere = hurts.filter(({ id }) => !isListed(id))
  return (
    <Stack gap={4}>
      <Heading as="h2" size={1}>
        What would change, to be as on {moment}
      </Heading>
      <Stack as="ul" gap={3} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {plan.changes.map((change) => (
          <li key={change.id}>
            <ChangeRow
              change={change}
              isChosen={chosen.has(change.id)}
              {...reasonsFor(change.id)}
              onToggle={() => onToggle(change.id)}
            />
          </li>
        ))}
      </Stack>
      {elsewhere.map(({ id, message }) => (
        <Refusal key={`${id} ${message}`} text={`On a page that stays as it is (${id}): ${message}`} />
      ))}
      <Flex align="center" gap={3} wrap="wrap">
        <Button
          text={chosen.size === 1 ? 'Put back one document' : `Put back ${chosen.size} documents`}
          tone="critical"
          disabled={Boolean(blocker)}
          onClick={() => setAsking(true)}
        />
        {blocker && (
          <Text size={1} muted>
            {blocker}
          </Text>
        )}
      </Flex>
      {isAsking && (
        <Confirm
          plan={plan}
          chosen={chosen}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            onWrite()
          }}
        />
      )}
    </Stack>
  )
}

const messagesOf = (id: string, hurts: readonly Violation[]) =>
  hurts.filter((hurt) => hurt.id === id).map(({ message }) => message)

type ConfirmProps = {
  plan: Plan
  chosen: ReadonlySet<string>
  onCancel: () => void
  onConfirm: () => void
}

/** Asks once more; a change of what members are charged is spelled out as in publishing. */
function Confirm({ plan, chosen, onCancel, onConfirm }: ConfirmProps) {
  const offer = plan.changes.find(({ id }) => id === 'offer' && chosen.has('offer'))
  const charges = offer ? chargeChanges(offer.current, offer.past) : []
  const isCharged = charges.some(({ isChanged }) => isChanged)
  const header = isCharged ? 'Change what members pay?' : 'Put the site back?'
  return (
    <Dialog id="confirm-put-back" header={header} width={1} onClose={onCancel}>
      <Box padding={4}>
        {isCharged ? (
          <ConfirmCharges
            changes={charges}
            currency={String(offer?.past?.currency ?? 'usd')}
            onCancel={onCancel}
            onConfirm={onConfirm}
          />
        ) : (
          <Stack gap={5}>
            <Text size={1}>
              Visitors see it at once: {chosen.size === 1 ? 'one document' : `${chosen.size} documents`} as on{' '}
              {formatStudioTimeLong(new Date(plan.time))}. You can undo it afterwards.
            </Text>
            <Flex gap={3} justify="flex-end">
              <Button mode="bleed" text="Cancel" onClick={onCancel} />
              <Button tone="critical" text="Put back" onClick={onConfirm} />
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
          Done: {ids.length === 1 ? 'one document is' : `${ids.length} documents are`} as on{' '}
          {formatStudioTimeLong(new Date(time))}. A draft of one of them still holds what it held.
        </Text>
        <Flex gap={3} wrap="wrap">
          <Button mode="ghost" text="Undo: see what it was before" onClick={onUndo} />
          <Button mode="bleed" text="Choose another moment" onClick={onRestart} />
        </Flex>
      </Stack>
    </Card>
  )
}

import { Button, Card, Checkbox, Container, Dialog, Flex, Heading, Stack, Text, TextInput } from '@sanity/ui'
import { type ReactNode, useMemo, useState } from 'react'
import { useClient, useSchema, useWorkspace, validateDocument } from 'sanity'
import { IntentLink } from 'sanity/router'
import { apiVersion } from '@/lib/content/reading/config'
import { compareCharges } from '@/studio/actions/chargeChanges'
import { toPublishedPage } from '@/studio/checks/links'
import { describeTimeProblem, formatStudioTimeLong, parseStudioTime } from '@/studio/studioTime'
import { ConfirmCharges } from '../../actions/ConfirmCharges'
import { getDocumentTitle, getSiteTypes } from '../../documentTitle'
import { getFieldTitle } from '../beforePublish/getFieldTitle'
import {
  buildMutations,
  type Change,
  diffDocuments,
  isSelectedByDefault,
  listDeleted,
  type StoredDocument,
} from './changes'
import { draftRedirects, HistoryError, readChanges, readPublished } from './history'
import { findDocumentViolations, findSiteViolations, type Violation } from './violations'

/** The changes of a site restore, and the data to find its violations. */
type Plan = {
  time: Date
  changes: Change[]
  published: StoredDocument[]
  documentViolations: Violation[]
  selected: ReadonlySet<string>
}

type State = { progress?: string; problem?: string; plan?: Plan; restored?: Pick<Plan, 'time' | 'changes'> }

const formatCount = (count: number) => (count === 1 ? '1 document' : `${count} documents`)

/** A tool that restores selected documents of the site to a point in time. */
export function SiteRestore() {
  const client = useClient({ apiVersion })
  const contentLake = useMemo(() => client.withConfig({ perspective: 'raw' }), [client])
  const workspace = useWorkspace()
  const [{ progress, problem, plan, restored }, setState] = useState<State>({})

  /** Shows the changes that restore the site to a time, or those that undo a restore. */
  async function preview(time: Date, undone?: readonly Change[]) {
    setState({ progress: 'Loading the history…' })
    try {
      const types = getSiteTypes(workspace.schema)
      const published = await readPublished(contentLake, types)
      const earlier = undone?.flatMap(({ current }) => current ?? [])
      const changes = earlier
        ? diffDocuments(
            published,
            earlier,
            undone?.map(({ id }) => id),
          )
        : await readChanges(contentLake, time.toISOString(), types, published)
      const documentViolations = await findDocumentViolations(changes, published, (document) =>
        validateDocument({ document, workspace, environment: 'studio' }),
      )
      const selectedChanges = undone ? changes : changes.filter(isSelectedByDefault)
      const selected = new Set(selectedChanges.map(({ id }) => id))
      setState({ plan: { time, changes, published, documentViolations, selected } })
    } catch (error) {
      const fallback = 'The history couldn’t be loaded. Try again.'
      setState({ problem: error instanceof HistoryError ? error.message : fallback })
    }
  }

  async function restore(time: Date, changes: Change[]) {
    setState({ progress: 'Restoring…' })
    const conflict =
      'Nothing was restored. Another editor probably just published one of these documents. Preview the changes again.'
    const state = await contentLake.mutate(buildMutations(changes), { returnDocuments: false }).then(
      () => ({ restored: { time, changes } }),
      () => ({ problem: conflict }),
    )
    setState(state)
  }

  return (
    <Card height="fill" overflow="auto" data-testid="site-restore">
      <Container width={1} padding={4} paddingY={5}>
        <Stack gap={5}>
          <Heading as="h1" size={3}>
            Restore the site
          </Heading>
          <Text as="p" size={2}>
            Choose a date and time. You’ll see what would change in each document before you restore. Drafts
            aren’t changed. Prices and legal texts are restored only if you select them.
          </Text>
          {restored ? (
            <>
              <Notice tone="positive">
                Restored {formatCount(restored.changes.length)} to {formatStudioTimeLong(restored.time)}.
                Drafts weren’t changed.
              </Notice>
              <DeletedPaths
                paths={listDeleted(restored.changes).flatMap((page) => toPublishedPage(page).paths)}
              />
              <Flex gap={3} wrap="wrap">
                <Button
                  mode="ghost"
                  text="Undo: preview the previous state"
                  onClick={() => preview(new Date(), restored.changes)}
                />
                <Button mode="bleed" text="Choose another time" onClick={() => setState({})} />
              </Flex>
            </>
          ) : (
            <TimeForm isBusy={Boolean(progress)} onChoose={preview} />
          )}
          {progress && <Notice>{progress}</Notice>}
          {problem && <Notice tone="critical">{problem}</Notice>}
          {plan && (
            <Changes
              plan={plan}
              onSelect={(selected) => setState({ plan: { ...plan, selected } })}
              onRestore={(changes) => restore(plan.time, changes)}
            />
          )}
        </Stack>
      </Container>
    </Card>
  )
}

type NoticeProps = { tone?: 'default' | 'positive' | 'caution' | 'critical'; children: ReactNode }

function Notice({ tone = 'default', children }: NoticeProps) {
  return (
    <Card padding={4} radius={2} tone={tone} role={tone === 'critical' ? 'alert' : 'status'}>
      <Text size={1}>{children}</Text>
    </Card>
  )
}

/** Offers redirects of the paths of deleted pages. */
function DeletedPaths({ paths }: { paths: readonly string[] }) {
  const client = useClient({ apiVersion })
  const [result, setResult] = useState<'saving' | 'saved' | 'failed'>()
  if (paths.length === 0) return null
  if (result === 'saved')
    return (
      <Notice tone="caution">
        The redirects to the home page are a draft: choose where each leads, and publish it.{' '}
        <IntentLink intent="edit" params={{ id: 'redirects', type: 'redirects' }}>
          Open Redirects
        </IntentLink>
      </Notice>
    )
  const add = () => {
    setResult('saving')
    draftRedirects(client, paths).then(
      () => setResult('saved'),
      () => setResult('failed'),
    )
  }
  return (
    <>
      <Notice tone="caution">Visitors of {paths.join(', ')} now see “Page not found”.</Notice>
      {result === 'failed' && <Notice tone="critical">The redirects couldn’t be added. Try again.</Notice>}
      <Flex>
        <Button mode="ghost" text="Add redirects" loading={result === 'saving'} onClick={add} />
      </Flex>
    </>
  )
}

function TimeForm({ isBusy, onChoose }: { isBusy: boolean; onChoose: (time: Date) => void }) {
  const [rawText, setRawText] = useState('')
  const time = parseStudioTime(rawText)
  const isFuture = time !== null && time.getTime() > Date.now()
  const problem = isFuture
    ? 'This time is in the future. Choose an earlier one.'
    : describeTimeProblem(rawText)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (time && !problem) onChoose(time)
      }}
    >
      <Stack gap={3}>
        <Text as="label" size={1} weight="semibold" htmlFor="site-restore-time">
          Restore to
        </Text>
        <TextInput
          id="site-restore-time"
          type="datetime-local"
          value={rawText}
          onChange={({ currentTarget }) => setRawText(currentTarget.value)}
        />
        <Text size={1} muted>
          <output htmlFor="site-restore-time">
            {problem ?? (time ? formatStudioTimeLong(time) : 'Enter a date and time in Los Angeles time.')}
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
  onSelect: (selected: ReadonlySet<string>) => void
  onRestore: (changes: Change[]) => void
}

function Changes({ plan, onSelect, onRestore }: ChangesProps) {
  const { changes, selected, published, documentViolations } = plan
  const [isConfirming, setIsConfirming] = useState(false)
  const schema = useSchema()
  const time = formatStudioTimeLong(plan.time)
  if (changes.length === 0)
    return <Notice tone="positive">No published content has changed since {time}.</Notice>
  const selectedChanges = changes.filter(({ id }) => selected.has(id))
  const violations = [
    ...documentViolations.filter(({ id }) => selected.has(id)),
    ...findSiteViolations(selectedChanges, published),
  ]
  const unlisted = violations.filter(({ id }) => changes.every((change) => change.id !== id))
  const blockReason =
    violations.length > 0
      ? 'Items in red would break the live site. Change the selection, or fix them manually.'
      : selected.size === 0 && 'Select at least one document.'
  const offer = selectedChanges.find(({ id }) => id === 'offer')
  const charges = offer ? compareCharges(offer.current, offer.past) : []
  const hasChargeChanges = charges.some(({ isChanged }) => isChanged)
  const deletedTitles = listDeleted(selectedChanges).map((document) => getDocumentTitle(document, schema))
  const confirmation = [
    hasChargeChanges
      ? 'New members pay the amounts below. Current members keep their price.'
      : `This will be live immediately: ${formatCount(selected.size)} as of ${time}.`,
    ...(deletedTitles.length > 0
      ? [`${deletedTitles.length} of ${selected.size} will be deleted: ${deletedTitles.join(', ')}.`]
      : []),
    'You can undo it afterwards.',
  ].join(' ')
  return (
    <Stack gap={4}>
      <Heading as="h2" size={1}>
        Changes to restore the site to {time}
      </Heading>
      <Stack as="ul" gap={3} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {changes.map((change) => {
          const isOwn = ({ id }: Violation) => id === change.id
          const isSelected = selected.has(change.id)
          return (
            <ChangeRow
              key={change.id}
              change={change}
              isSelected={isSelected}
              violations={violations.filter(isOwn)}
              obstacle={isSelected ? undefined : documentViolations.find(isOwn)?.message}
              onSelect={(shouldSelect) => {
                const others = [...selected].filter((id) => id !== change.id)
                onSelect(new Set(shouldSelect ? [...others, change.id] : others))
              }}
            />
          )
        })}
      </Stack>
      {unlisted.map(({ id, message }) => (
        <Notice key={`${id} ${message}`} tone="critical">
          In a document that isn’t listed ({id}): {message}
        </Notice>
      ))}
      <Flex align="center" gap={3} wrap="wrap">
        <Button
          text={`Restore ${formatCount(selected.size)}`}
          tone="critical"
          disabled={Boolean(blockReason)}
          onClick={() => setIsConfirming(true)}
        />
        <Text size={1} muted>
          {blockReason}
        </Text>
      </Flex>
      {isConfirming && (
        <Dialog
          id="confirm-site-restore"
          header={hasChargeChanges ? 'Change what members pay?' : 'Restore the site?'}
          width={1}
          padding={4}
          onClose={() => setIsConfirming(false)}
        >
          <ConfirmCharges
            text={confirmation}
            {...(!hasChargeChanges && { confirmText: 'Restore' })}
            changes={hasChargeChanges ? charges : []}
            currency={String(offer?.past?.currency ?? 'usd')}
            onCancel={() => setIsConfirming(false)}
            onConfirm={() => onRestore(selectedChanges)}
          />
        </Dialog>
      )}
    </Stack>
  )
}

type ChangeRowProps = {
  change: Change
  isSelected: boolean
  /** Violations of this document with the current selection, whether it is selected or not. */
  violations: Violation[]
  /** The reason why the document cannot be restored; undefined while it is selected, since `violations` then has it. */
  obstacle: string | undefined
  onSelect: (isSelected: boolean) => void
}

function ChangeRow({ change, isSelected, violations, obstacle, onSelect }: ChangeRowProps) {
  const { id, type, kind, fields, current, past } = change
  const schema = useSchema()
  const schemaType = schema.get(type)
  const changedFields = fields.map(
    (name) => (schemaType && getFieldTitle(schemaType, [name], current)) || name,
  )
  const consequence = {
    deleted: 'will be deleted: it didn’t exist then',
    recreated: 'will be restored: it was deleted since',
    changed: `changes: ${changedFields.join(', ')}`,
  }[kind]
  const messages = obstacle
    ? [`It can’t be restored: ${obstacle}`]
    : violations.map(({ message }) => (isSelected ? message : `If you leave it unchanged: ${message}`))
  return (
    <Card as="li" border padding={4} radius={2} tone={violations.length > 0 ? 'critical' : 'default'}>
      <Flex as="label" gap={4}>
        <Checkbox checked={isSelected} onChange={(event) => onSelect(event.currentTarget.checked)} />
        <Stack gap={3} flex={1}>
          <Text size={1} weight="semibold">
            {getDocumentTitle(current ?? past ?? { _id: id }, schema)}
          </Text>
          <Text size={1} muted>
            {schemaType?.title}
            {!obstacle && ` · ${consequence}`}
          </Text>
          {messages.map((message) => (
            <Text key={message} size={1}>
              {message}
            </Text>
          ))}
        </Stack>
        {current && (
          <Text size={1}>
            <IntentLink intent="edit" params={{ id, type }}>
              Open
            </IntentLink>
          </Text>
        )}
      </Flex>
    </Card>
  )
}

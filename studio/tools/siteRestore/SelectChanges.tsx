import { Box, Button, Checkbox, Dialog, Flex, Heading, Stack, Text } from '@sanity/ui'
import { useState, useTransition } from 'react'
import { type SanityDocument, type Schema, useWorkspace } from 'sanity'
import { ConfirmCharges } from '@/studio/actions/ConfirmCharges'
import { getDocumentTitle } from '@/studio/documentTitle'
import { listChangedFields } from '@/studio/findChanges'
import { DocumentList, Finding, FindingList } from '../Finding'
import { getFieldTitle } from '../fieldTypes'
import { Notice } from '../ToolPage'
import { type Change, isSelectedByDefault, keepPaths, listDeleted } from './changes'
import { findRestoreViolations, type Violation } from './violations'

/** The changes of a site restore, and the data needed to find violations. */
export type Plan = {
  /** The formatted time to which the site is restored. */
  time: string
  changes: readonly Change[]
  /** Whether the changes undo a restore. If so, all of them are selected at first. */
  isUndo: boolean
  /** All published documents, and the assets. */
  published: readonly SanityDocument[]
}

type SelectChangesProps = { plan: Plan; onRestore: (changes: readonly Change[]) => void }

/** Lets an editor select changes. They are checked and confirmed before `onRestore` receives them. */
export function SelectChanges({ plan: { time, changes, isUndo, published }, onRestore }: SelectChangesProps) {
  const workspace = useWorkspace()
  const { schema } = workspace
  const [isChecking, startCheck] = useTransition()
  const [choices, setChoices] = useState<Record<string, boolean>>({})
  const [violations, setViolations] = useState<Violation[]>()
  if (changes.length === 0)
    return <Notice tone="positive">No published content has changed since {time}.</Notice>

  const isSelected = (change: Change) => choices[change.id] ?? (isUndo || isSelectedByDefault(change))
  const choose = (id: string, isChosen: boolean) => setChoices({ ...choices, [id]: isChosen })
  const selected = changes.filter(isSelected)
  const restored = keepPaths(selected, published)
  const offer = selected.find(({ id }) => id === 'offer')
  const check = async () => setViolations(await findRestoreViolations(restored, published, workspace))

  return (
    <Stack gap={4}>
      <Heading as="h2" size={1}>
        Changes to restore the site to {time}
      </Heading>
      <FindingList>
        {changes.map((change) => {
          const title = getDocumentTitle(change.current ?? change.past ?? {}, schema)
          return (
            <Finding
              key={change.id}
              title={<label htmlFor={change.id}>{title}</label>}
              text={describeChange(change, title, schema)}
              before={
                <Checkbox
                  id={change.id}
                  checked={isSelected(change)}
                  onChange={({ currentTarget: { checked } }) => choose(change.id, checked)}
                />
              }
            />
          )
        })}
      </FindingList>
      <Flex>
        <Button
          text="Restore selected"
          tone="critical"
          disabled={selected.length === 0}
          loading={isChecking}
          onClick={() => startCheck(check)}
        />
      </Flex>
      {violations && (
        <Dialog
          id="confirm-site-restore"
          header={violations.length === 0 ? 'Restore the site?' : 'This can’t be restored'}
          width={1}
          onClose={() => setViolations(undefined)}
        >
          {violations.length === 0 ? (
            <Box padding={4}>
              <ConfirmCharges
                text={describeRestore(selected, time, schema)}
                confirmText="Restore"
                published={offer?.current}
                draft={offer?.past}
                onCancel={() => setViolations(undefined)}
                onConfirm={() => onRestore(restored)}
              />
            </Box>
          ) : (
            <Stack gap={4} padding={4}>
              <Text size={1}>It would break the live site. Select other documents, or fix these first.</Text>
              <DocumentList tone="critical" found={violations} />
            </Stack>
          )}
        </Dialog>
      )}
    </Stack>
  )
}

/** Describes a change, and states the document's type unless that is also the title. */
function describeChange({ current, past }: Change, title: string, schema: Schema): string {
  const type = schema.get(String((current ?? past)?._type))
  const names = listChangedFields(current, past)
  const fields = names.map((name) => (type && getFieldTitle(type, [name], current)) || name)
  const consequence = !past
    ? 'Will be deleted: it didn’t exist then'
    : current
      ? `Changes: ${fields.join(', ')}`
      : 'Will be restored: it has been deleted since'
  return type && type.title !== title ? `${type.title} · ${consequence}` : consequence
}

/** Describes what will go live and what will be deleted. */
function describeRestore(changes: readonly Change[], time: string, schema: Schema): string {
  const deleted = listDeleted(changes)
  const titles = deleted.map((document) => getDocumentTitle(document, schema))
  const documents = changes.length === 1 ? '1 document' : `${changes.length} documents`
  return [
    `This goes live immediately: ${documents} as of ${time}.`,
    deleted.length > 0 && `${deleted.length} of ${changes.length} will be deleted: ${titles.join(', ')}.`,
    deleted.some(({ _type }) => _type === 'landingPage') &&
      'The paths of deleted pages will redirect to the home page. You can change that in “Redirects”.',
    'You can undo this later.',
  ]
    .filter(Boolean)
    .join(' ')
}

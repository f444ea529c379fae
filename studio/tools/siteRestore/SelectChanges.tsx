import { Button, Checkbox, Dialog, Flex, Heading, Stack, Text } from '@sanity/ui'
import { useState, useTransition } from 'react'
import { type SanityDocument, useSchema, useWorkspace, validateDocument } from 'sanity'
import { ConfirmCharges } from '@/studio/actions/ConfirmCharges'
import { compareCharges } from '@/studio/actions/chargeChanges'
import { getDocumentTitle } from '@/studio/documentTitle'
import { DocumentList, Finding, FindingList } from '../Finding'
import { getFieldTitle } from '../fieldTypes'
import { Notice } from '../ToolPage'
import { addRedirects, type Change, isSelectedByDefault, listDeleted } from './changes'
import { findRestoreViolations, type Violation } from './violations'

/** The changes of a site restore, and the data to find violations. */
export type Plan = {
  /** The formatted time to which the site is restored. */
  time: string
  changes: readonly Change[]
  /** Whether the changes undo a restore: all of them are selected at first. */
  isUndo: boolean
  published: readonly SanityDocument[]
}

type SelectChangesProps = Plan & { onRestore: (changes: readonly Change[]) => void }

/** Selects changes. They are checked and confirmed before `onRestore` receives them. */
export function SelectChanges({ time, changes, isUndo, published, onRestore }: SelectChangesProps) {
  const workspace = useWorkspace()
  const [isChecking, startCheck] = useTransition()
  const [selected, setSelected] = useState(() =>
    changes.filter((change) => isUndo || isSelectedByDefault(change)),
  )
  const [violations, setViolations] = useState<Violation[]>()
  if (changes.length === 0)
    return <Notice tone="positive">No published content has changed since {time}.</Notice>

  const restored = addRedirects(selected, published)
  const check = async () =>
    setViolations(
      await findRestoreViolations(restored, published, (document) =>
        validateDocument({ document, workspace, environment: 'studio' }),
      ),
    )

  return (
    <Stack gap={4}>
      <Heading as="h2" size={1}>
        Changes to restore the site to {time}
      </Heading>
      <FindingList>
        {changes.map((change) => (
          <ChangeRow
            key={change.id}
            change={change}
            isSelected={selected.includes(change)}
            onSelect={(isSelected) =>
              setSelected(
                changes.filter((other) => (other === change ? isSelected : selected.includes(other))),
              )
            }
          />
        ))}
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
          padding={4}
          onClose={() => setViolations(undefined)}
        >
          {violations.length === 0 ? (
            <ConfirmRestore
              changes={selected}
              time={time}
              onCancel={() => setViolations(undefined)}
              onConfirm={() => onRestore(restored)}
            />
          ) : (
            <Stack gap={4}>
              <Text size={1}>It would break the live site. Select other documents, or fix these first.</Text>
              <DocumentList tone="critical" found={violations} />
            </Stack>
          )}
        </Dialog>
      )}
    </Stack>
  )
}

type ChangeRowProps = { change: Change; isSelected: boolean; onSelect: (isSelected: boolean) => void }

function ChangeRow({ change: { id, type, fields, current, past }, isSelected, onSelect }: ChangeRowProps) {
  const schema = useSchema()
  const schemaType = schema.get(type)
  const titles = fields.map((name) => (schemaType && getFieldTitle(schemaType, [name], current)) || name)
  const consequence = !past
    ? 'will be deleted: it didn’t exist then'
    : current
      ? `changes: ${titles.join(', ')}`
      : 'will be restored: it has been deleted since'
  return (
    <Finding
      title={
        <label htmlFor={`restore-${id}`}>{getDocumentTitle(current ?? past ?? { _id: id }, schema)}</label>
      }
      text={`${schemaType?.title} · ${consequence}`}
      before={
        <Checkbox
          id={`restore-${id}`}
          checked={isSelected}
          onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
        />
      }
    />
  )
}

type ConfirmRestoreProps = {
  changes: readonly Change[]
  time: string
  onCancel: () => void
  onConfirm: () => void
}

/** Confirms what will be live, deleted and charged. */
function ConfirmRestore({ changes, time, ...handlers }: ConfirmRestoreProps) {
  const schema = useSchema()
  const offer = changes.find(({ id }) => id === 'offer')
  const charges = compareCharges(offer?.current, offer?.past)
  const deleted = listDeleted(changes)
  const titles = deleted.map((document) => getDocumentTitle(document, schema))
  const documents = changes.length === 1 ? '1 document' : `${changes.length} documents`
  const sentences = [
    `This will be live immediately: ${documents} as of ${time}.`,
    deleted.length > 0 && `${deleted.length} of ${changes.length} will be deleted: ${titles.join(', ')}.`,
    deleted.some(({ _type }) => _type === 'landingPage') &&
      'The paths of deleted pages will redirect to the home page. You can change that in “Redirects”.',
    'You can undo it afterwards.',
    charges.some(({ isChanged }) => isChanged) &&
      'New members pay the amounts below. Current members keep their price.',
  ]
  return (
    <ConfirmCharges
      {...handlers}
      text={sentences.filter(Boolean).join(' ')}
      confirmText="Restore"
      changes={charges}
      currency={String(offer?.past?.currency ?? 'usd')}
    />
  )
}

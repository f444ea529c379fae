import { Button, Checkbox, Dialog, Flex, Heading, Stack, Text } from '@sanity/ui'
import { useState, useTransition } from 'react'
import { type SanityDocument, useSchema, useWorkspace, validateDocument } from 'sanity'
import { ConfirmCharges } from '@/studio/actions/ConfirmCharges'
import { compareCharges } from '@/studio/actions/chargeChanges'
import { getDocumentTitle } from '@/studio/documentTitle'
import { Finding, FindingLink, FindingList } from '../Finding'
import { getFieldTitle } from '../fieldTypes'
import { Notice } from '../ToolPage'
import { type Change, isSelectedByDefault, listDeleted } from './changes'
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

/** Selects changes. They are checked and confirmed before `onRestore` receives them. */
export function SelectChanges({
  plan: { time, changes, isUndo, published },
  onRestore,
}: {
  plan: Plan
  onRestore: (changes: readonly Change[]) => void
}) {
  const workspace = useWorkspace()
  const [isChecking, startCheck] = useTransition()
  const [checked, setChecked] = useState<{ changes: Change[]; violations: Violation[] }>()
  if (changes.length === 0)
    return <Notice tone="positive">No published content has changed since {time}.</Notice>

  async function check(form: HTMLFormElement) {
    const ids = new FormData(form).getAll('id')
    const chosen = changes.filter(({ id }) => ids.includes(id))
    const violations = await findRestoreViolations(chosen, published, (document) =>
      validateDocument({ document, workspace, environment: 'studio' }),
    )
    setChecked({ changes: chosen, violations })
  }

  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const form = event.currentTarget
          startCheck(() => check(form))
        }}
      >
        <Stack gap={4}>
          <Heading as="h2" size={1}>
            Changes to restore the site to {time}
          </Heading>
          <FindingList>
            {changes.map((change) => (
              <ChangeRow key={change.id} change={change} isSelected={isUndo || isSelectedByDefault(change)} />
            ))}
          </FindingList>
          <Flex>
            <Button type="submit" text="Restore selected" tone="critical" loading={isChecking} />
          </Flex>
        </Stack>
      </form>
      {checked && (
        <ConfirmDialog
          {...checked}
          time={time}
          onClose={() => setChecked(undefined)}
          onConfirm={() => onRestore(checked.changes)}
        />
      )}
    </>
  )
}

function ChangeRow({ change, isSelected }: { change: Change; isSelected: boolean }) {
  const { id, type, kind, fields, current, past } = change
  const schema = useSchema()
  const schemaType = schema.get(type)
  const titles = fields.map((name) => (schemaType && getFieldTitle(schemaType, [name], current)) || name)
  const consequence = {
    deleted: 'will be deleted: it didn’t exist then',
    recreated: 'will be restored: it has been deleted since',
    changed: `changes: ${titles.join(', ')}`,
  }[kind]
  return (
    <Finding
      title={
        <label htmlFor={`restore-${id}`}>{getDocumentTitle(current ?? past ?? { _id: id }, schema)}</label>
      }
      text={`${schemaType?.title} · ${consequence}`}
      before={<Checkbox id={`restore-${id}`} name="id" value={id} defaultChecked={isSelected} />}
    />
  )
}

type ConfirmDialogProps = {
  changes: readonly Change[]
  violations: readonly Violation[]
  time: string
  onClose: () => void
  onConfirm: () => void
}

/** Names the violations that prevent a restore; without one, confirms what will be live, deleted and charged. */
function ConfirmDialog({ changes, violations, time, onClose, onConfirm }: ConfirmDialogProps) {
  const schema = useSchema()
  const offer = changes.find(({ id }) => id === 'offer')
  const charges = offer ? compareCharges(offer.current, offer.past) : []
  const hasChargeChanges = charges.some(({ isChanged }) => isChanged)
  const deletedTitles = listDeleted(changes).map((document) => getDocumentTitle(document, schema))
  const documents = changes.length === 1 ? '1 document' : `${changes.length} documents`
  const text = [
    hasChargeChanges
      ? 'New members pay the amounts below. Current members keep their price.'
      : `This will be live immediately: ${documents} as of ${time}.`,
    deletedTitles.length > 0 &&
      `${deletedTitles.length} of ${changes.length} will be deleted: ${deletedTitles.join(', ')}.`,
    'You can undo it afterwards.',
  ]
  const canRestore = changes.length > 0 && violations.length === 0
  const question = hasChargeChanges ? 'Change what members pay?' : 'Restore the site?'
  return (
    <Dialog
      id="confirm-site-restore"
      header={canRestore ? question : 'This can’t be restored'}
      width={1}
      padding={4}
      onClose={onClose}
    >
      {canRestore ? (
        <ConfirmCharges
          text={text.filter(Boolean).join(' ')}
          {...(!hasChargeChanges && { confirmText: 'Restore' })}
          changes={hasChargeChanges ? charges : []}
          currency={String(offer?.past?.currency ?? 'usd')}
          onCancel={onClose}
          onConfirm={onConfirm}
        />
      ) : (
        <Stack gap={4}>
          <Text size={1}>
            {changes.length === 0
              ? 'Select at least one document.'
              : 'It would break the live site. Select other documents, or fix these first.'}
          </Text>
          <FindingList>
            {violations.map(({ document, message }) => (
              <FindingLink
                key={`${document._id} ${message}`}
                tone="critical"
                id={document._id}
                type={document._type}
                title={getDocumentTitle(document, schema)}
                text={message}
              />
            ))}
          </FindingList>
        </Stack>
      )}
    </Dialog>
  )
}

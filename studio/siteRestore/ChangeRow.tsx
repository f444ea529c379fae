import { Card, Checkbox, Flex, Stack, Text } from '@sanity/ui'
import { useId } from 'react'
import { type Schema, useSchema } from 'sanity'
import { IntentLink } from 'sanity/router'
import { getDocumentTitle } from '../documentTitle'
import type { Change } from './plan'

type ChangeRowProps = {
  change: Change
  isSelected: boolean
  /** Violations of this document with the current selection, whether it is selected or not. */
  violations: string[]
  /** Reasons why the document cannot be restored; empty while it is selected, since `violations` then has them. */
  obstacles: string[]
  onToggle: () => void
}

/** A row with a document's title, its change and a checkbox. */
export function ChangeRow({ change, isSelected, violations, obstacles, onToggle }: ChangeRowProps) {
  const schema = useSchema()
  const id = useId()
  const document = change.current ?? change.past
  const type = schema.get(change.type)?.title ?? change.type
  const title = document ? getDocumentTitle(document, schema) : change.id
  return (
    <Card border padding={4} radius={2} tone={violations.length > 0 ? 'critical' : 'default'}>
      <Flex gap={4}>
        <Checkbox id={id} checked={isSelected} onChange={onToggle} aria-describedby={`${id}-change`} />
        <Stack gap={3} flex={1}>
          <Text as="label" size={1} weight="semibold" htmlFor={id}>
            {title}
          </Text>
          <Text size={1} muted id={`${id}-change`}>
            {title === type ? '' : `${type} · `}
            {describeChange(change, schema)}
          </Text>
          {violations.map((reason) => (
            <Text key={reason} size={1} style={{ color: 'var(--card-badge-critical-fg-color)' }}>
              {isSelected ? reason : `If you leave it unchanged: ${reason}`}
            </Text>
          ))}
          {obstacles.map((reason) => (
            <Text key={reason} size={1} muted>
              It can’t be restored: {reason}
            </Text>
          ))}
        </Stack>
        {change.current && (
          <Text size={1}>
            <IntentLink
              intent="edit"
              params={{ id: change.id, type: change.type }}
              aria-label={`Open ${title}`}
            >
              Open
            </IntentLink>
          </Text>
        )}
      </Flex>
    </Card>
  )
}

function describeChange({ kind, type, fields }: Change, schema: Schema): string {
  if (kind === 'deleted') return 'will be deleted: it didn’t exist then'
  if (kind === 'recreated') return 'will be restored: it was deleted since'
  const schemaType = schema.get(type)
  const titles = fields.map((name) => {
    const field =
      schemaType?.jsonType === 'object'
        ? schemaType.fields.find((candidate) => candidate.name === name)
        : undefined
    return field?.type.title ?? name
  })
  return `changes: ${titles.join(', ')}`
}

import { Card, Checkbox, Flex, Stack, Text } from '@sanity/ui'
import { useId } from 'react'
import { type Schema, useSchema } from 'sanity'
import { IntentLink } from 'sanity/router'
import { titleOf } from '../documentTitle'
import type { Change } from './plan'

type ChangeRowProps = {
  change: Change
  isChosen: boolean
  /** What would break the live site with the current selection, whether this document is selected or stays as it is. */
  violations: string[]
  /** Why it cannot be put back. */
  obstacles: string[]
  onToggle: () => void
}

/** A document with what would become of it, to tick. */
export function ChangeRow({ change, isChosen, violations, obstacles, onToggle }: ChangeRowProps) {
  const schema = useSchema()
  const id = useId()
  const document = change.current ?? change.past
  const type = schema.get(change.type)?.title ?? change.type
  const title = document ? titleOf(document, schema) : change.id
  return (
    <Card border padding={4} radius={2} tone={violations.length > 0 ? 'critical' : 'default'}>
      <Flex gap={4}>
        <Checkbox id={id} checked={isChosen} onChange={onToggle} aria-describedby={`${id}-what`} />
        <Stack gap={3} flex={1}>
          <Text as="label" size={1} weight="semibold" htmlFor={id}>
            {title}
          </Text>
          <Text size={1} muted id={`${id}-what`}>
            {title === type ? '' : `${type} · `}
            {whatHappens(change, schema)}
          </Text>
          {violations.map((reason) => (
            <Text key={reason} size={1} style={{ color: 'var(--card-badge-critical-fg-color)' }}>
              {isChosen ? reason : `If it stays as it is: ${reason}`}
            </Text>
          ))}
          {obstacles.map((reason) => (
            <Text key={reason} size={1} muted>
              It can’t be put back: {reason}
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

function whatHappens({ kind, type, fields }: Change, schema: Schema): string {
  if (kind === 'goes') return 'goes away: it did not exist then'
  if (kind === 'returns') return 'comes back: it was deleted since'
  const known = schema.get(type)
  const titles = fields.map((name) => {
    const field = known?.jsonType === 'object' ? known.fields.find((one) => one.name === name) : undefined
    return field?.type.title ?? name
  })
  return `changes: ${titles.join(', ')}`
}

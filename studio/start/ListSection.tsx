import { Card, Heading, Stack, Text } from '@sanity/ui'
import type { ReactNode } from 'react'
import { IntentLink } from 'sanity/router'
import type { TitledDocument } from './useOverview'

type ListSectionProps = { title: string; children: ReactNode }

/** A titled list on the Studio's start page. */
export function ListSection({ title, children }: ListSectionProps) {
  return (
    <Stack as="section" gap={4}>
      <Heading as="h2" size={1}>
        {title}
      </Heading>
      <Stack as="ul" gap={3} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {children}
      </Stack>
    </Stack>
  )
}

type DocumentRowProps = TitledDocument & {
  note: ReactNode
  tone?: 'default' | 'caution' | 'critical'
}

/** A row of a list: a document's title, a note, and a link to its form. */
export function DocumentRow({ id, type, title, note, tone = 'default' }: DocumentRowProps) {
  return (
    <li>
      <Card border padding={3} radius={2} tone={tone}>
        <Stack gap={3}>
          <Text size={1} weight="semibold">
            <IntentLink intent="edit" params={{ id, type }}>
              {title}
            </IntentLink>
          </Text>
          <Text size={1} muted>
            {note}
          </Text>
        </Stack>
      </Card>
    </li>
  )
}

/** A row of text in a list. */
export const TextRow = ({ text }: { text: string }) => (
  <li>
    <Text size={1} muted>
      {text}
    </Text>
  </li>
)

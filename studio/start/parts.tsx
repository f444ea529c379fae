import { Card, Flex, Heading, Stack, Text } from '@sanity/ui'
import type { ComponentProps, ReactNode } from 'react'
import { IntentLink } from 'sanity/router'
import type { Named } from './useOverview'

type PartProps = { title: string; children: ReactNode }

/** A part of the start page, with a list in it. */
export function Part({ title, children }: PartProps) {
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

type RowProps = Named & {
  /** Where it leads when that is not the form of the document; null for nowhere. */
  link?: Pick<ComponentProps<typeof IntentLink>, 'intent' | 'params'> | null
  note: ReactNode
  tone?: 'default' | 'caution' | 'critical' | 'primary'
  children?: ReactNode
}

/** A document, as a way to its form. */
export function Row({ id, type, title, link, note, tone = 'default', children }: RowProps) {
  const target = link === undefined ? { intent: 'edit', params: { id, type } } : link
  return (
    <li>
      <Card border padding={3} radius={2} tone={tone}>
        <Flex align="flex-start" gap={3}>
          <Stack gap={3} flex={1}>
            <Text size={1} weight="semibold">
              {target ? <IntentLink {...target}>{title}</IntentLink> : title}
            </Text>
            <Text size={1} muted>
              {note}
            </Text>
          </Stack>
          {children}
        </Flex>
      </Card>
    </li>
  )
}

/** A line of a list that is no document. */
export const Nothing = ({ text }: { text: string }) => (
  <li>
    <Text size={1} muted>
      {text}
    </Text>
  </li>
)

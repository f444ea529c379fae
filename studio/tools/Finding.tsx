import { Card, type CardTone, Flex, Stack, Text } from '@sanity/ui'
import type { MouseEventHandler, ReactNode } from 'react'
import { useSchema } from 'sanity'
import { useIntentLink } from 'sanity/router'
import type { Fields } from '@/studio/checks/walk'
import { getDocumentTitle } from '../documentTitle'

/** A list of {@link Finding} or {@link FindingLink} rows. */
export function FindingList({ testId, children }: { testId?: string | undefined; children: ReactNode }) {
  return (
    <Stack as="ul" gap={2} style={{ listStyle: 'none', margin: 0, padding: 0 }} data-testid={testId}>
      {children}
    </Stack>
  )
}

type FindingProps = {
  title: ReactNode
  text?: ReactNode
  tone?: CardTone
  /** Opens the document or field. */
  onOpen?: MouseEventHandler<HTMLElement>
  /** The URL of the document or field. A row with an `href` is a link; a row with only `onOpen` is a button. */
  href?: string
  /** A control before the finding. */
  before?: ReactNode
  /** A control after the finding. */
  after?: ReactNode
}

/** A list row for a finding or a change. With `href` or `onOpen`, clicking it opens the document or field. */
export function Finding({ title, text, tone = 'default', onOpen, href, before, after }: FindingProps) {
  const opener = href ? ({ as: 'a', href, 'data-as': 'a' } as const) : onOpen && ({ as: 'button' } as const)
  return (
    <Flex as="li" align="center" gap={3}>
      {before}
      <Card {...opener} onClick={onOpen} border flex={1} padding={3} radius={2} tone={tone}>
        <Stack gap={3}>
          <Text size={1} weight="semibold">
            {title}
          </Text>
          {text && (
            <Text muted size={1}>
              {text}
            </Text>
          )}
        </Stack>
      </Card>
      {after}
    </Flex>
  )
}

type FindingLinkProps = Omit<FindingProps, 'onOpen' | 'href'> & {
  id: string
  type: string
  /** The path of the field to open, in Sanity's notation. */
  path?: string
}

/** A finding that opens a document, or one of its fields. */
export function FindingLink({ id, type, path, ...props }: FindingLinkProps) {
  const params = path === undefined ? { id, type } : { id, type, path }
  const { href, onClick } = useIntentLink({ intent: 'edit', params })
  return <Finding {...props} href={href} onOpen={onClick} />
}

type DocumentListProps = {
  found: readonly { document: Fields; message?: string }[]
  tone?: CardTone
  testId?: string
}

/** Lists documents as links, each with an optional message. */
export function DocumentList({ found, tone = 'default', testId }: DocumentListProps) {
  const schema = useSchema()
  return (
    <FindingList testId={testId}>
      {found.map(({ document, message }) => (
        <FindingLink
          key={`${document._id} ${message}`}
          tone={tone}
          id={String(document._id)}
          type={String(document._type)}
          title={getDocumentTitle(document, schema)}
          text={message}
        />
      ))}
    </FindingList>
  )
}

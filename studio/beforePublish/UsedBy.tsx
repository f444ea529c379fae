import { Card, Stack, Text } from '@sanity/ui'
import { useSchema } from 'sanity'
import { IntentLink } from 'sanity/router'
import { linkingTypes } from '@/lib/content/checks/inboundLinks'
import type { Fields } from '@/lib/content/checks/walk'
import type { Page } from '@/lib/pages'
import { titleOf } from '../documentTitle'
import { type Question, useQuery } from '../useQuery'
import { isShowingAnnouncement, isUsedBy } from './uses'

type UsedByProps = {
  /** The published id. */
  id: string
  type: string
  /** The page that it is; undefined for any other document. */
  page: Page | undefined
  /** As it is in the form. */
  content: Fields
}

/** Shown by all pages, and so by none in particular. */
const everywhere: ReadonlySet<string> = new Set(['siteSettings', 'messages'])

/** The published documents that link to a page, or whose page shows a document or an announcement, each as a way to it. */
export function UsedBy({ id, type, page, content }: UsedByProps) {
  const schema = useSchema()
  const documents = useQuery<Fields[]>(usingDocuments)

  if (everywhere.has(type)) return <Text size={1}>On every page of the site.</Text>
  if (documents === 'failed') return <Text size={1}>This could not be found out just now.</Text>
  if (!documents) return <Text size={1}>Looking …</Text>
  const isUse = (document: Fields) =>
    type === 'announcement' ? isShowingAnnouncement(document, content) : isUsedBy(document, id, page)
  const uses = documents.filter((document) => document._id !== id && isUse(document))
  if (uses.length === 0) return <Text size={1}>Nothing else links to it or shows it.</Text>
  return (
    <Stack as="ul" gap={2} style={{ listStyle: 'none', margin: 0, padding: 0 }} data-testid="used-by">
      {uses.map((use) => {
        const target = { id: String(use._id), type: String(use._type) }
        return (
          <li key={target.id}>
            <Card border padding={3} radius={2}>
              <IntentLink intent="edit" params={target}>
                <Text size={1}>{titleOf(use, schema)}</Text>
              </IntentLink>
            </Card>
          </li>
        )
      })}
    </Stack>
  )
}

/** Asks for all published documents that may link to a page, or show another document. */
const usingDocuments: Question = {
  query: '*[_type in $types]',
  params: { types: linkingTypes },
  perspective: 'published',
}

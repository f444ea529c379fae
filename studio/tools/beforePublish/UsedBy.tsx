import { Card, Stack, Text } from '@sanity/ui'
import { useSchema } from 'sanity'
import { IntentLink } from 'sanity/router'
import type { Page } from '@/lib/pages'
import { linkingTypes } from '@/studio/checks/links'
import type { Fields } from '@/studio/checks/walk'
import { getDocumentTitle } from '../../documentTitle'
import { type Query, useQuery } from '../../useQuery'
import { isShowingAnnouncement, isUsedBy } from './uses'

type UsedByProps = {
  /** The published id. */
  id: string
  type: string
  /** The document's page; undefined for documents that are not a page. */
  page: Page | undefined
  /** The document as shown in the form. */
  content: Fields
}

/** Types of the documents that every page shows. */
const typesOnEveryPage: ReadonlySet<string> = new Set(['siteSettings', 'messages'])

/** Links to the published documents that link or redirect to this page, or whose page shows this document. */
export function UsedBy({ id, type, page, content }: UsedByProps) {
  const schema = useSchema()
  const documents = useQuery<Fields[]>(linkingDocumentsQuery)

  if (typesOnEveryPage.has(type)) return <Text size={1}>On every page of the site.</Text>
  if (documents === 'failed')
    return <Text size={1}>This couldn’t be loaded. Close the panel and open it again.</Text>
  if (!documents) return <Text size={1}>Loading…</Text>
  const usesDocument = (document: Fields) =>
    type === 'announcement' ? isShowingAnnouncement(document, content) : isUsedBy(document, id, page)
  const usingDocuments = documents.filter((document) => document._id !== id && usesDocument(document))
  if (usingDocuments.length === 0)
    return (
      <Text size={1}>
        {page ? `It is the page ${page.path}. No other document links to it.` : 'No other document shows it.'}
      </Text>
    )
  return (
    <Stack as="ul" gap={2} style={{ listStyle: 'none', margin: 0, padding: 0 }} data-testid="used-by">
      {usingDocuments.map((usingDocument) => {
        const target = { id: String(usingDocument._id), type: String(usingDocument._type) }
        return (
          <li key={target.id}>
            <Card border padding={3} radius={2}>
              <IntentLink intent="edit" params={target}>
                <Text size={1}>{getDocumentTitle(usingDocument, schema)}</Text>
              </IntentLink>
            </Card>
          </li>
        )
      })}
    </Stack>
  )
}

/** All published documents that can link to a page or show another document. */
const linkingDocumentsQuery: Query = {
  query: '*[_type in $types]',
  params: { types: linkingTypes },
  perspective: 'published',
}

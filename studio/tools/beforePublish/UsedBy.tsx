import { Text } from '@sanity/ui'
import { useSchema } from 'sanity'
import type { Page } from '@/lib/pages'
import { linkingQuery, linkingTypes } from '@/studio/checks/links'
import type { Fields } from '@/studio/checks/walk'
import { getDocumentTitle } from '../../documentTitle'
import { type Query, useQuery } from '../../useQuery'
import { FindingLink, FindingList } from '../Finding'
import { Loaded } from '../ToolPage'
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

const linkingDocuments: Query = {
  query: linkingQuery,
  params: { types: linkingTypes },
  perspective: 'published',
}

/** Links to the published documents that link or redirect to this page, or whose page shows this document. */
export function UsedBy({ id, type, page, content }: UsedByProps) {
  const schema = useSchema()
  const documents = useQuery<Fields[]>(linkingDocuments)
  if (typesOnEveryPage.has(type)) return <Text size={1}>On every page of the site.</Text>
  const isUser = (document: Fields) =>
    type === 'announcement' ? isShowingAnnouncement(document, content) : isUsedBy(document, id, page)
  return (
    <Loaded result={documents}>
      {(loaded) => {
        const users = loaded.filter((document) => document._id !== id && isUser(document))
        if (users.length === 0) {
          const own = page && `This is the page ${page.path}. No other document links to it.`
          return <Text size={1}>{own ?? 'No other document shows it.'}</Text>
        }
        return (
          <FindingList testId="used-by">
            {users.map((document) => (
              <FindingLink
                key={String(document._id)}
                id={String(document._id)}
                type={String(document._type)}
                title={getDocumentTitle(document, schema)}
              />
            ))}
          </FindingList>
        )
      }}
    </Loaded>
  )
}

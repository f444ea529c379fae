import { Text } from '@sanity/ui'
import { useSchema } from 'sanity'
import type { Page } from '@/lib/pages'
import { findInboundLinks, linkingQuery, linkingTypes } from '@/studio/checks/links'
import type { Fields } from '@/studio/checks/walk'
import { getDocumentTitle } from '../../documentTitle'
import { type Query, useQuery } from '../../useQuery'
import { FindingLink, FindingList } from '../Finding'
import { Loaded } from '../ToolPage'

const linkingDocuments: Query = {
  query: linkingQuery,
  params: { types: linkingTypes },
  perspective: 'published',
}

/**
 * Links to the published documents that link or redirect to a page, at its current or a former path.
 *
 * @param props - `id` is the published id of the page's document
 */
export function InboundLinks({ id, page }: { id: string; page: Page }) {
  const schema = useSchema()
  const documents = useQuery<Fields[]>(linkingDocuments)
  return (
    <Loaded result={documents}>
      {(loaded) => {
        const inboundLinks = findInboundLinks({ id, paths: [page.path, ...(page.formerPaths ?? [])] }, loaded)
        if (inboundLinks.length === 0)
          return <Text size={1}>No other document links to the page {page.path}.</Text>
        return (
          <FindingList testId="inbound-links">
            {inboundLinks.map((document) => (
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

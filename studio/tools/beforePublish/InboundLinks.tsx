import { Text } from '@sanity/ui'
import type { Page } from '@/lib/pages'
import { findInboundLinks, linkingQuery, linkingTypes } from '@/studio/checks/links'
import type { Fields } from '@/studio/checks/walk'
import { type Query, useQuery } from '../../useQuery'
import { DocumentList } from '../Finding'
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
  const documents = useQuery<Fields[]>(linkingDocuments)
  return (
    <Loaded result={documents}>
      {(loaded) => {
        const inboundLinks = findInboundLinks({ id, paths: [page.path, ...(page.formerPaths ?? [])] }, loaded)
        if (inboundLinks.length === 0)
          return <Text size={1}>No other document links to the page {page.path}.</Text>
        return <DocumentList testId="inbound-links" found={inboundLinks.map((document) => ({ document }))} />
      }}
    </Loaded>
  )
}

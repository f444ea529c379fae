import { Box, Card, Flex, Text } from '@sanity/ui'
import { useEffect } from 'react'
import {
  getReleaseIdFromReleaseDocumentId,
  isCardinalityOneRelease,
  LoadingBlock,
  type Tool,
  useActiveReleases,
  useSchema,
} from 'sanity'
import { useRouter } from 'sanity/router'
import { findLinkedDeletions, type LinkedPage } from '@/lib/content/checks/inboundLinks'
import type { Fields } from '@/lib/content/checks/walk'
import { getTitleWithRelease, titleOf } from './documentTitle'
import { leading } from './landingPages/blockUnpublishWhileLinked'
import { useQuery } from './useQuery'

type ReleasesTool = Tool<{ own: Tool['component'] }>

/**
 * Sanity's tool for releases, without what would publish unseen (6.16.0): the page of a scheduled draft, which publishes it
 * without our question about charges, and taking away a landing page to which links lead.
 *
 * @param tool - Sanity's own
 */
export function guardReleasesTool(tool: Tool): ReleasesTool {
  return { ...tool, component: Releases, options: { own: tool.component } }
}

function Releases({ tool }: { tool: ReleasesTool }) {
  const { navigate, state } = useRouter()
  const { data } = useActiveReleases()
  const Own = tool.options?.own
  // As Sanity reads its own address.
  const name = typeof state.releaseId === 'string' ? decodeURIComponent(state.releaseId) : undefined
  const isDraft = data.some(
    (release) => isCardinalityOneRelease(release) && getReleaseIdFromReleaseDocumentId(release._id) === name,
  )
  useEffect(() => {
    if (isDraft) navigate({ _searchParams: [['view', 'drafts']] }, { replace: true })
  }, [isDraft, navigate])
  if (!Own || isDraft) return <LoadingBlock fill />
  return (
    <Flex direction="column" height="fill">
      <ReleaseViolations key={name} release={name} />
      <Box flex={1} style={{ minHeight: 0 }}>
        <Own tool={tool} />
      </Box>
    </Flex>
  )
}

/** What publishes a release, or does so at a time: on its page, and in the menu of the list. */
const publishing = ['publish-all-button', 'schedule-button']
  .flatMap((id) => [`[data-testid="${id}"]`, `[data-testid="${id}-menu-item"]`])
  .join()

/** Blocks a release that deletes a linked page or a document that the site needs, and names it. */
function ReleaseViolations({ release }: { release: string | undefined }) {
  const schema = useSchema()
  const documents = useQuery<Fields[]>(leading)
  const lost = Array.isArray(documents) ? findLinkedDeletions(documents, release) : []
  if (documents && lost.length === 0) return null

  const reasonOf = ({ page, inboundLinks }: LinkedPage) => {
    if (inboundLinks.length === 0) {
      return `The site needs “${titleOf(page, schema)}”, which a release deletes. Please remove it from the release.`
    }
    const names = new Set(inboundLinks.map((one) => getTitleWithRelease(one, schema)))
    return `Links lead to “${titleOf(page, schema)}”, which a release takes away: ${[...names].join(', ')}. Please change them first, or remove the page from the release.`
  }
  return (
    <>
      <style>{`${publishing} { display: none !important }`}</style>
      {lost.map((one) => (
        <Card key={String(one.page._id)} borderBottom padding={3} tone="critical" role="alert">
          <Text size={1}>{reasonOf(one)}</Text>
        </Card>
      ))}
    </>
  )
}

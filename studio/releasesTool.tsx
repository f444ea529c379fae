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
import { getDocumentTitle, getTitleWithRelease } from './documentTitle'
import { inboundLinksQuery } from './landingPages/blockUnpublishWhileLinked'
import { useQuery } from './useQuery'

type ReleasesTool = Tool<{ own: Tool['component'] }>

/**
 * Wraps Sanity's tool for releases to block publishing without checks (6.16.0): the page of a scheduled draft, which skips
 * the confirmation of charges, and releases that delete a linked landing page.
 *
 * @param tool - Sanity's tool
 */
export function guardReleasesTool(tool: Tool): ReleasesTool {
  return { ...tool, component: Releases, options: { own: tool.component } }
}

function Releases({ tool }: { tool: ReleasesTool }) {
  const { navigate, state } = useRouter()
  const { data } = useActiveReleases()
  const Own = tool.options?.own
  // Sanity decodes the id in its URL the same way.
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

/** The controls that publish or schedule a release: on its page and in the list's menu. */
const publishControls = ['publish-all-button', 'schedule-button']
  .flatMap((id) => [`[data-testid="${id}"]`, `[data-testid="${id}-menu-item"]`])
  .join()

/** Blocks a release that deletes a linked page or a required document, with the reason. */
function ReleaseViolations({ release }: { release: string | undefined }) {
  const schema = useSchema()
  const documents = useQuery<Fields[]>(inboundLinksQuery)
  const violations = Array.isArray(documents) ? findLinkedDeletions(documents, release) : []
  if (documents && violations.length === 0) return null

  const formatReason = ({ page, inboundLinks }: LinkedPage) => {
    if (inboundLinks.length === 0) {
      return `The site needs “${getDocumentTitle(page, schema)}”, which a release deletes. Remove it from the release.`
    }
    const names = new Set(inboundLinks.map((one) => getTitleWithRelease(one, schema)))
    return `A release removes “${getDocumentTitle(page, schema)}”, but other documents link to it: ${[...names].join(', ')}. Change those links first, or remove the page from the release.`
  }
  return (
    <>
      <style>{`${publishControls} { display: none !important }`}</style>
      {violations.map((one) => (
        <Card key={String(one.page._id)} borderBottom padding={3} tone="critical" role="alert">
          <Text size={1}>{formatReason(one)}</Text>
        </Card>
      ))}
    </>
  )
}

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
import { type ForbiddenDeletion, findForbiddenDeletions } from '@/lib/content/checks/inboundLinks'
import type { Fields } from '@/lib/content/checks/walk'
import { getDocumentTitle, getTitleWithRelease } from './documentTitle'
import { linkingVersionsQuery } from './landingPages/blockUnpublishWhileLinked'
import { useQuery } from './useQuery'

type ReleasesTool = Tool<{ sanityComponent: Tool['component'] }>

/**
 * Wraps Sanity's tool for releases, which lacks two of the site's checks (Sanity 6.16.0). The wrapper blocks the page
 * of a scheduled draft, which skips the confirmation of charges, and releases that delete a required document or a
 * linked landing page.
 *
 * @param tool - Sanity's tool
 */
export function guardReleasesTool(tool: Tool): ReleasesTool {
  return { ...tool, component: GuardedReleases, options: { sanityComponent: tool.component } }
}

function GuardedReleases({ tool }: { tool: ReleasesTool }) {
  const { navigate, state } = useRouter()
  const { data } = useActiveReleases()
  const SanityTool = tool.options?.sanityComponent
  // Sanity's tool decodes the release's id in the URL too.
  const releaseName = typeof state.releaseId === 'string' ? decodeURIComponent(state.releaseId) : undefined
  const isScheduledDraft = data.some(
    (release) =>
      isCardinalityOneRelease(release) && getReleaseIdFromReleaseDocumentId(release._id) === releaseName,
  )
  useEffect(() => {
    if (isScheduledDraft) navigate({ _searchParams: [['view', 'drafts']] }, { replace: true })
  }, [isScheduledDraft, navigate])
  if (!SanityTool || isScheduledDraft) return <LoadingBlock fill />
  return (
    <Flex direction="column" height="fill">
      <ReleaseViolations key={releaseName} release={releaseName} />
      <Box flex={1} style={{ minHeight: 0 }}>
        <SanityTool tool={tool} />
      </Box>
    </Flex>
  )
}

/** The controls that publish or schedule a release: on its page and in the list's menu. */
const publishControls = ['publish-all-button', 'schedule-button']
  .flatMap((id) => [`[data-testid="${id}"]`, `[data-testid="${id}-menu-item"]`])
  .join()

/**
 * Hides the publish controls while links load, and while a release deletes a linked page or a required document. Shows
 * the reason for the latter.
 *
 * @param release - the open release; undefined in the list, where one such release hides the controls of all
 */
function ReleaseViolations({ release }: { release: string | undefined }) {
  const schema = useSchema()
  const documents = useQuery<Fields[]>(linkingVersionsQuery)
  const violations = Array.isArray(documents) ? findForbiddenDeletions(documents, release) : []
  if (documents && violations.length === 0) return null

  const formatReason = ({ page, inboundLinks }: ForbiddenDeletion) => {
    if (inboundLinks.length === 0) {
      return `The site needs “${getDocumentTitle(page, schema)}”, which a release deletes. Remove it from the release.`
    }
    const titles = new Set(inboundLinks.map((document) => getTitleWithRelease(document, schema)))
    return `A release removes “${getDocumentTitle(page, schema)}”, but other documents link to it: ${[...titles].join(', ')}. Change those links first, or remove the page from the release.`
  }
  return (
    <>
      <style>{`${publishControls} { display: none !important }`}</style>
      {violations.map((violation) => (
        <Card key={String(violation.page._id)} borderBottom padding={3} tone="critical" role="alert">
          <Text size={1}>{formatReason(violation)}</Text>
        </Card>
      ))}
    </>
  )
}

import { useToast } from '@sanity/ui/toast'
import { useMemo } from 'react'
import { type DocumentActionComponent, useClient, useSchema } from 'sanity'
import { apiVersion } from '@/lib/content/reading/config'
import { isRecord } from '@/lib/content/text/contentGuards'
import { findInboundLinks, linkingQuery, linkingTypes } from '@/studio/checks/inboundLinks'
import { toPublishedPage } from '@/studio/checks/violations'
import type { Fields } from '@/studio/checks/walk'
import { getDocumentTitle } from '../documentTitle'
import { type Query, useQuery } from '../useQuery'

const inboundLinksQuery: Query = {
  query: linkingQuery,
  params: { types: linkingTypes },
  perspective: 'published',
}

/**
 * Wraps “delete” or “unpublish” of a landing page to disable it while links or redirects target the page. Links are
 * queried when the form opens, to disable the action, and again on click.
 *
 * @param sanityAction - Sanity's action
 */
export function blockUnpublishWhileLinked(sanityAction: DocumentActionComponent): DocumentActionComponent {
  const guardedAction: DocumentActionComponent = (props) => {
    const schema = useSchema()
    const client = useClient({ apiVersion })
    const toast = useToast()
    const action = sanityAction(props)
    const page: Fields = isRecord(props.published) ? props.published : {}
    const paths = toPublishedPage(page).paths.join(' ')
    // A new query object when the page's paths change, so that links are queried again.
    const linksQuery = useMemo(() => (paths ? { ...inboundLinksQuery } : undefined), [paths])
    const documents = useQuery<Fields[]>(linksQuery)
    if (!action || !linksQuery) return action

    function findReason(linkingDocuments: readonly Fields[]): string | undefined {
      const titles = new Set(
        findInboundLinks(page, linkingDocuments).map((document) => getDocumentTitle(document, schema)),
      )
      if (titles.size === 0) return undefined
      return `Other documents link to this page: ${[...titles].join(', ')}. Change those links first.`
    }

    async function runUnlessLinked() {
      const { query, params = {}, perspective } = inboundLinksQuery
      const reason = await client
        .withConfig({ perspective })
        .fetch<Fields[]>(query, params)
        .then(findReason, () => 'Links to this page couldn’t be checked. Try again.')
      if (reason) toast.push({ status: 'error', title: reason })
      else action?.onHandle?.()
    }

    if (!documents) return { ...action, disabled: true, title: 'Checking links to this page…' }
    const reason = documents === 'failed' ? undefined : findReason(documents)
    return reason ? { ...action, disabled: true, title: reason } : { ...action, onHandle: runUnlessLinked }
  }
  return Object.assign(guardedAction, { action: sanityAction.action, displayName: sanityAction.displayName })
}

import { useToast } from '@sanity/ui/toast'
import { useMemo } from 'react'
import { type DocumentActionComponent, useClient, useSchema } from 'sanity'
import { findInboundLinks, linkingQuery, linkingTypes } from '@/lib/content/checks/inboundLinks'
import { toPublishedPage } from '@/lib/content/checks/violations'
import type { Fields } from '@/lib/content/checks/walk'
import { apiVersion } from '@/lib/content/config'
import { isRecord } from '@/lib/content/contentGuards'
import { getTitleWithRelease } from '../documentTitle'
import { type Query, useQuery } from '../useQuery'

/** The documents that can link to pages, see {@link linkingQuery}. */
export const inboundLinksQuery: Query = {
  query: linkingQuery,
  params: { types: linkingTypes },
  perspective: 'raw',
}

/**
 * Wraps “delete” or “unpublish” of a landing page to disable it while links or redirects target it, published or in a
 * release. Links are queried when the form opens, for the action's tooltip, and again on click.
 *
 * @param action - Sanity's action
 */
export function blockUnpublishWhileLinked(action: DocumentActionComponent): DocumentActionComponent {
  const blocked: DocumentActionComponent = (props) => {
    const schema = useSchema()
    const client = useClient({ apiVersion })
    const toast = useToast()
    const own = action(props)
    const page: Fields = isRecord(props.published) ? props.published : {}
    const paths = toPublishedPage(page).paths.join(' ')
    // A new query object for each path, so that its links are queried again.
    const linked = useMemo(() => (paths ? { ...inboundLinksQuery } : undefined), [paths])
    const documents = useQuery<Fields[]>(linked)
    if (!own || !linked) return own

    function findReason(found: readonly Fields[]): string | undefined {
      const names = new Set(findInboundLinks(page, found).map((one) => getTitleWithRelease(one, schema)))
      if (names.size === 0) return undefined
      return `Other documents link to this page: ${[...names].join(', ')}. Change those links first.`
    }

    async function runUnlessLinked() {
      const { query, params = {}, perspective } = inboundLinksQuery
      const reason = await client
        .withConfig({ perspective })
        .fetch<Fields[]>(query, params)
        .then(findReason, () => 'Links to this page couldn’t be checked. Try again.')
      if (reason) toast.push({ status: 'error', title: reason })
      else own?.onHandle?.()
    }

    if (!documents) return { ...own, disabled: true, title: 'Checking links to this page…' }
    const reason = documents === 'failed' ? undefined : findReason(documents)
    return reason ? { ...own, disabled: true, title: reason } : { ...own, onHandle: runUnlessLinked }
  }
  return Object.assign(blocked, { action: action.action, displayName: action.displayName })
}

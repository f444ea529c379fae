import { useToast } from '@sanity/ui/toast'
import { useMemo } from 'react'
import { type DocumentActionComponent, useClient, useSchema } from 'sanity'
import { findInboundLinks, linkingQuery, linkingTypes } from '@/lib/content/checks/inboundLinks'
import { toPublishedPage } from '@/lib/content/checks/violations'
import type { Fields } from '@/lib/content/checks/walk'
import { apiVersion } from '@/lib/content/config'
import { isRecord } from '@/lib/content/contentGuards'
import { getTitleWithRelease } from '../documentTitle'
import { type Question, useQuery } from '../useQuery'

/** What leads visitors to pages, see {@link linkingQuery}. */
export const leading: Question = { query: linkingQuery, params: { types: linkingTypes }, perspective: 'raw' }

/**
 * Makes an action that takes a landing page away refuse while links or redirects lead there, published or in a release:
 * they would be dead. They are looked for when the form appears, so that the reason stands at the action, and again when it is pressed.
 *
 * @param action - the Studio's own, “delete” or “unpublish”
 */
export function blockUnpublishWhileLinked(action: DocumentActionComponent): DocumentActionComponent {
  const kept: DocumentActionComponent = (props) => {
    const schema = useSchema()
    const client = useClient({ apiVersion })
    const toast = useToast()
    const own = action(props)
    const page: Fields = isRecord(props.published) ? props.published : {}
    const addresses = toPublishedPage(page).paths.join(' ')
    // A new question with each address, so that what links to it is looked up again.
    const linked = useMemo(() => (addresses ? { ...leading } : undefined), [addresses])
    const documents = useQuery<Fields[]>(linked)
    if (!own || !linked) return own

    function reasonIn(found: readonly Fields[]): string | undefined {
      const names = new Set(findInboundLinks(page, found).map((one) => getTitleWithRelease(one, schema)))
      if (names.size === 0) return undefined
      return `Links lead to this page: ${[...names].join(', ')}. Please change them first.`
    }

    async function press() {
      const { query, params = {}, perspective } = leading
      const reason = await client
        .withConfig({ perspective })
        .fetch<Fields[]>(query, params)
        .then(reasonIn, () => 'It could not be found out whether links lead to this page. Please try again.')
      if (reason) toast.push({ status: 'error', title: reason })
      else own?.onHandle?.()
    }

    if (!documents) return { ...own, disabled: true, title: 'Looking for links that lead here …' }
    const known = documents === 'failed' ? undefined : reasonIn(documents)
    return known ? { ...own, disabled: true, title: known } : { ...own, onHandle: press }
  }
  return Object.assign(kept, { action: action.action, displayName: action.displayName })
}

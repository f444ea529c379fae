import { useToast } from '@sanity/ui/toast'
import { type DocumentActionComponent, useClient, useSchema } from 'sanity'
import { apiVersion } from '@/lib/content/reading/config'
import { isRecord } from '@/lib/content/text/contentGuards'
import { findInboundLinks, linkingQuery, linkingTypes, toPublishedPage } from '@/studio/checks/links'
import type { Fields } from '@/studio/checks/walk'
import { getDocumentTitle } from '../documentTitle'

/** Wraps a landing page's “Delete” or “Unpublish” action to refuse it while links or redirects target the page. */
export function blockUnpublishWhileLinked(sanityAction: DocumentActionComponent): DocumentActionComponent {
  return (props) => {
    const schema = useSchema()
    const client = useClient({ apiVersion })
    const toast = useToast()
    const action = sanityAction(props)
    const page = toPublishedPage(isRecord(props.published) ? props.published : {})
    if (!action || page.paths.length === 0) return action

    function findReason(documents: readonly Fields[]): string | undefined {
      const linkingDocuments = findInboundLinks(page, documents)
      const titles = new Set(linkingDocuments.map((document) => getDocumentTitle(document, schema)))
      if (titles.size === 0) return undefined
      return `Other documents link to this page: ${[...titles].join(', ')}. Change those links first.`
    }

    async function runUnlessLinked() {
      const reason = await client
        .withConfig({ perspective: 'published' })
        .fetch<Fields[]>(linkingQuery, { types: linkingTypes })
        .then(findReason, () => 'Links to this page couldn’t be checked. Try again.')
      if (reason) toast.push({ status: 'error', closable: true, duration: 15_000, title: reason })
      else action?.onHandle?.()
    }

    return { ...action, onHandle: runUnlessLinked }
  }
}

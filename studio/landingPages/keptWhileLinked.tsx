import { useMemo } from 'react'
import { type DocumentActionComponent, useSchema } from 'sanity'
import { documentsLeadingTo } from '@/lib/content/checks/leading'
import { pageOf } from '@/lib/content/checks/problems'
import type { Fields } from '@/lib/content/checks/walk'
import { isRecord } from '@/lib/content/contentGuards'
import { usingDocuments } from '../beforePublish/UsedBy'
import { titleOf } from '../documentTitle'
import { useFetched } from '../useFetched'

/**
 * Makes an action that takes a landing page away refuse while published links or redirects lead there: they would be dead.
 *
 * @param action - the Studio's own, “delete” or “unpublish”
 */
export function keptWhileLinked(action: DocumentActionComponent): DocumentActionComponent {
  const kept: DocumentActionComponent = (props) => {
    const schema = useSchema()
    const own = action(props)
    const paths = isRecord(props.published) ? pageOf(props.published).paths : []
    const addresses = paths.join(' ')
    // A new question with each address, so that what links to it is looked up again.
    const linked = useMemo(() => (addresses ? { ...usingDocuments } : undefined), [addresses])
    const documents = useFetched<Fields[]>(linked)
    if (!own || !documents || documents === 'failed') return own
    const others = isRecord(props.published) ? documentsLeadingTo(props.published, documents) : []
    if (others.length === 0) return own
    const names = [...new Set(others.map((one) => titleOf(one, schema)))]
    return {
      ...own,
      disabled: true,
      title: `Links lead to this page: ${names.join(', ')}. Please change them first.`,
    }
  }
  return Object.assign(kept, { action: action.action, displayName: action.displayName })
}

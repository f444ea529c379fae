import { useMemo } from 'react'
import { type DocumentActionComponent, useSchema } from 'sanity'
import { pageLinksIn } from '@/lib/content/checks/problems'
import type { Fields } from '@/lib/content/checks/walk'
import { propertyOf } from '@/lib/errorCode'
import { usingDocuments } from '../beforePublish/UsedBy'
import { titleOf } from '../documentTitle'
import { useFetched } from '../useFetched'

/**
 * Makes an action that takes a landing page away refuse while published links lead there: they would be dead.
 *
 * @param action - the Studio's own, “delete” or “unpublish”
 */
export function keptWhileLinked(action: DocumentActionComponent): DocumentActionComponent {
  const kept: DocumentActionComponent = (props) => {
    const schema = useSchema()
    const own = action(props)
    const path = propertyOf(props.published, 'path')
    // A new question with each address, so that what links to it is looked up again.
    const linked = useMemo(() => (typeof path === 'string' ? { ...usingDocuments } : undefined), [path])
    const documents = useFetched<Fields[]>(linked)
    if (!own || !documents || documents === 'failed') return own
    const others = documents.filter(
      (one) => one._id !== props.id && pageLinksIn(one).some(({ page }) => page === path),
    )
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

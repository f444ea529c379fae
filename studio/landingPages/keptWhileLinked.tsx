import { useEffect, useState } from 'react'
import { type DocumentActionComponent, useClient, useSchema } from 'sanity'
import { pageLinksIn } from '@/lib/content/checks/problems'
import type { Fields } from '@/lib/content/checks/walk'
import { apiVersion } from '@/lib/content/config'
import { propertyOf } from '@/lib/errorCode'
import { usingTypes } from '../beforePublish/UsedBy'

/**
 * Makes an action that takes a landing page away refuse while published links lead there: they would be dead.
 *
 * @param action - the Studio's own, “delete” or “unpublish”
 */
export function keptWhileLinked(action: DocumentActionComponent): DocumentActionComponent {
  const kept: DocumentActionComponent = (props) => {
    const client = useClient({ apiVersion })
    const schema = useSchema()
    const [linking, setLinking] = useState<readonly Fields[]>([])
    const own = action(props)
    const path = propertyOf(props.published, 'path')
    useEffect(() => {
      let isCurrent = true
      if (typeof path !== 'string') return
      client
        .withConfig({ perspective: 'published' })
        .fetch<Fields[]>('*[_type in $types]', { types: usingTypes })
        .then(
          (documents) => documents.filter((one) => pageLinksIn(one).some(({ page }) => page === path)),
          () => [],
        )
        .then((found) => {
          if (isCurrent) setLinking(found)
        })
      return () => {
        isCurrent = false
      }
    }, [client, path])
    const others = linking.filter(({ _id }) => _id !== props.id)
    if (!own || others.length === 0) return own
    const names = [...new Set(others.map(({ _type }) => schema.get(String(_type))?.title ?? String(_type)))]
    return {
      ...own,
      disabled: true,
      title: `Links lead to this page: ${names.join(', ')}. Please change them first.`,
    }
  }
  return Object.assign(kept, { action: action.action, displayName: action.displayName })
}

import { useToast } from '@sanity/ui/toast'
import { useEffect, useState } from 'react'
import type { DocumentActionComponent } from 'sanity'
import { getLivePath } from './livePage'

/**
 * Wraps “Publish” to show a link to the live page afterwards.
 *
 * @param own - Sanity's action
 */
export function linkLivePage(own: DocumentActionComponent): DocumentActionComponent {
  const linked: DocumentActionComponent = (props) => {
    const { draft, published } = props
    const { push } = useToast()
    // The published document that is being replaced.
    const [replaced, setReplaced] = useState<{ revision?: string }>()
    const action = own(props)
    const live = replaced && !draft && published?._rev !== replaced.revision ? published : null
    useEffect(() => {
      if (!live) return
      setReplaced(undefined)
      const path = getLivePath(live)
      if (!path) return
      const link = (
        <a href={path} target="_blank" rel="noreferrer">
          View live page
        </a>
      )
      push({ id: 'live-page', status: 'success', closable: true, duration: 10_000, title: link })
    }, [live, push])
    if (!action?.onHandle) return action
    const onHandle = () => {
      setReplaced({ revision: published?._rev })
      action.onHandle?.()
    }
    return { ...action, onHandle }
  }
  return Object.assign(linked, { action: own.action, displayName: own.displayName })
}

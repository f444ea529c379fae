import { useToast } from '@sanity/ui/toast'
import { useEffect, useState } from 'react'
import type { DocumentActionComponent } from 'sanity'
import { getLivePath } from '../preview/livePage'

/**
 * Wraps “Publish” to show a link to the live page afterwards.
 *
 * @param sanityAction - Sanity's action
 */
export function linkLivePage(sanityAction: DocumentActionComponent): DocumentActionComponent {
  return (props) => {
    const { draft, published } = props
    const { push } = useToast()
    // Set from the click until the new document is published. The first publication has no previous revision.
    const [publication, setPublication] = useState<{ previousRevision?: string }>()
    const action = sanityAction(props)
    const newDocument =
      publication && !draft && published?._rev !== publication.previousRevision ? published : null
    useEffect(() => {
      if (!newDocument) return
      setPublication(undefined)
      const path = getLivePath(newDocument)
      if (!path) return
      const link = (
        <a href={path} target="_blank" rel="noreferrer">
          View live page
        </a>
      )
      push({ id: 'live-page', status: 'success', closable: true, duration: 10_000, title: link })
    }, [newDocument, push])
    if (!action?.onHandle) return action
    const onHandle = () => {
      setPublication({ previousRevision: published?._rev })
      action.onHandle?.()
    }
    return { ...action, onHandle }
  }
}

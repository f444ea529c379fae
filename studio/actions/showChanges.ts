import type { DocumentActionComponent } from 'sanity'
import { useDocumentPane } from 'sanity/structure'

/** “What changed”, in the menu beside Publish: opens the list of fields that differ from the published version. */
export const showChanges: DocumentActionComponent = ({ draft, published }) => {
  const { onHistoryOpen } = useDocumentPane()
  return draft && published ? { label: 'What changed', onHandle: onHistoryOpen } : null
}

import type { DocumentActionComponent } from 'sanity'
import { useDocumentPane, useStructureTool } from 'sanity/structure'

/**
 * “What changed”, in the menu beside Publish: opens the list of fields that differ from the published version. Sanity has no
 * such list on a phone (6.16.0).
 */
export const showChanges: DocumentActionComponent = ({ draft, published }) => {
  const { onHistoryOpen } = useDocumentPane()
  const { features } = useStructureTool()
  return draft && published && features.reviewChanges
    ? { label: 'What changed', onHandle: onHistoryOpen }
    : null
}

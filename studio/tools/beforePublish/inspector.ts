import { RocketIcon } from '@sanity/icons/Rocket'
import { type DocumentActionComponent, type DocumentInspector, useValidationStatus } from 'sanity'
import { useDocumentPane } from 'sanity/structure'
import { BeforePublish } from './BeforePublish'

/** The name of Sanity's own validation panel, which lists less than {@link beforePublish} (6.16.0). */
export const validationInspector = 'sanity/structure/validation'

/** The panel “Before you publish” beside a form: errors, suggestions, changes, previews, inbound links. */
export const beforePublish: DocumentInspector = {
  name: 'beforePublish',
  component: BeforePublish,
  useMenuItem: ({ documentId, documentType }) => {
    const { validation } = useValidationStatus(documentId, documentType, true)
    const tone = validation.some(({ level }) => level === 'error') ? 'critical' : undefined
    return { title: 'Before you publish', icon: RocketIcon, showAsAction: true, tone }
  },
}

/** “What changed”, in the menu beside Publish: opens the panel, which lists the changed fields. */
export const showChanges: DocumentActionComponent = ({ draft, published }) => {
  const { openInspector } = useDocumentPane()
  if (!draft || !published) return null
  return { label: 'What changed', onHandle: () => openInspector(beforePublish.name) }
}

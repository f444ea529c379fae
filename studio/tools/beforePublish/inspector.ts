import { RocketIcon } from '@sanity/icons/Rocket'
import { type DocumentInspector, useValidationStatus } from 'sanity'
import { BeforePublish } from './BeforePublish'

/** The name of Sanity's own validation panel, which lists less than {@link beforePublish} (6.16.0). */
export const validationInspector = 'sanity/structure/validation'

/** The panel “Before you publish” beside a form: errors, suggestions, and previews and links of its page. */
export const beforePublish: DocumentInspector = {
  name: 'beforePublish',
  component: BeforePublish,
  useMenuItem: ({ documentId, documentType }) => {
    const { validation } = useValidationStatus(documentId, documentType, true)
    const tone = validation.some(({ level }) => level === 'error') ? 'critical' : undefined
    return { title: 'Before you publish', icon: RocketIcon, showAsAction: true, tone }
  },
}

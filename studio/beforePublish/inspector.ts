import { RocketIcon } from '@sanity/icons/Rocket'
import { type DocumentInspector, useValidationStatus } from 'sanity'
import { BeforePublish } from './BeforePublish'

/** Sanity's own panel, which lists a part of what {@link beforePublish} lists (6.16.0). */
export const validationInspector = 'sanity/structure/validation'

/** A panel beside a form: how the page will look elsewhere, what keeps it from being published, and what could be better. */
export const beforePublish: DocumentInspector = {
  name: 'beforePublish',
  component: BeforePublish,
  useMenuItem: ({ documentId, documentType }) => {
    const { validation } = useValidationStatus(documentId, documentType, true)
    const tone = validation.some(({ level }) => level === 'error') ? 'critical' : undefined
    return { title: 'Before you publish', icon: RocketIcon, showAsAction: true, tone }
  },
}

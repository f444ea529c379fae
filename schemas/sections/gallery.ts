import { ImagesIcon } from '@sanity/icons/Images'
import { headingField, introField } from '../fields/text'
import { defineSection } from './defineSection'

/** The gallery; the document “Gallery” holds its pictures. */
export const gallery = defineSection({
  name: 'gallerySection',
  title: 'Gallery',
  description: 'Pictures of the studio. Edit them in “Gallery”.',
  icon: ImagesIcon,
  fields: [headingField(), introField()],
})

import { ImagesIcon } from '@sanity/icons/Images'
import { headingField, introField } from '../fields/text'
import { defineSection } from './defineSection'

/** The gallery, whose pictures are edited in the document “Gallery”. */
export const gallery = defineSection({
  name: 'gallerySection',
  title: 'Gallery',
  description: 'The pictures of the studio. They are edited in “Gallery”.',
  icon: ImagesIcon,
  fields: [headingField(), introField()],
})

import { ImagesIcon } from '@sanity/icons/Images'
import { block, ring, times } from '@/studio/sections/sectionDrawing'
import { headingField, introField } from '../fields/text'
import { defineSection } from './defineSection'

/** The gallery; the document “Gallery” holds its pictures. */
export const gallery = defineSection({
  name: 'gallerySection',
  title: 'Gallery',
  description: 'Pictures of the studio. Edit them in “Gallery”.',
  icon: ImagesIcon,
  group: 'studio',
  drawing: [
    'ink',
    (c) => [
      block(8, 8, 68, 41, c.shape),
      block(80, 8, 32, 19, c.shape),
      block(80, 30, 32, 19, c.shape),
      ...times(3, (at) => block(8 + at * 36, 53, 32, 19, c.shape)),
      ring(96, 18, 9, '#d4331f'),
    ],
  ],
  fields: [headingField(), introField()],
})

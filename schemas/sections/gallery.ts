import { ImagesIcon } from '@sanity/icons/Images'
import { drawRectangle, drawRing, repeat } from '@/studio/inputs/sectionDrawing'
import { headingField, introField } from '../fields/text'
import { defineSection } from './defineSection'

/** The gallery section. Its pictures are in the document “Gallery”. */
export const gallery = defineSection({
  name: 'gallerySection',
  title: 'Gallery',
  description: 'Pictures of the studio. Edit them in “Gallery”.',
  icon: ImagesIcon,
  group: 'studio',
  drawing: [
    'ink',
    (colors) => [
      drawRectangle(8, 8, 68, 41, colors.shape),
      drawRectangle(80, 8, 32, 19, colors.shape),
      drawRectangle(80, 30, 32, 19, colors.shape),
      ...repeat(3, (index) => drawRectangle(8 + index * 36, 53, 32, 19, colors.shape)),
      drawRing(96, 18, 9, '#d4331f'),
    ],
  ],
  fields: [headingField(), introField()],
})

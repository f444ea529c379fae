import { ImagesIcon } from '@sanity/icons/Images'
import { defineType } from 'sanity'
import { listField } from '../fields/list'

export const gallery = defineType({
  name: 'gallery',
  type: 'document',
  title: 'Gallery',
  description: 'The pictures of the studio, shown by every gallery section.',
  icon: ImagesIcon,
  fields: [
    listField(
      'images',
      'captionedPictures',
      'Pictures',
      'The first one is shown largest. Drag to reorder. Each needs alternative text and a caption.',
      { max: 24 },
    ),
  ],
  preview: { prepare: () => ({ title: 'Gallery' }) },
})

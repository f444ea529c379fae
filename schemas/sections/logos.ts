import { ComponentIcon } from '@sanity/icons/Component'
import { defineField, defineType } from 'sanity'
import { drawRectangle, repeat } from '@/studio/inputs/sectionDrawing'
import { listField } from '../fields/list'
import { headingField, textField } from '../fields/text'
import { defineList } from '../lists'
import { hasAsset } from '../objects/picture'
import { defineSection } from './defineSection'

/** A logo; its name is the alternative text. */
const logo = defineType({
  name: 'logo',
  type: 'object',
  title: 'Logo',
  icon: ComponentIcon,
  fields: [
    textField(
      'name',
      'Name',
      'The name of the podcast or company, in its own spelling. Screen readers read it instead of the picture.',
      {
        max: 60,
      },
    ),
    defineField({
      name: 'picture',
      type: 'image',
      title: 'Picture',
      description: 'The dark version on a transparent background, as PNG or WebP, at least 400 pixels wide.',
      options: { accept: 'image/png,image/webp,image/avif,image/jpeg' },
      validation: (rule) => rule.custom((value) => (hasAsset(value) ? true : 'Choose a picture.')),
    }),
  ],
  preview: { select: { title: 'name', media: 'picture' } },
})

export const logos = defineSection({
  name: 'logosSection',
  title: 'Logos',
  description: 'Podcasts and companies that record here. Use a logo only if its owner has agreed.',
  icon: ComponentIcon,
  group: 'proof',
  drawing: [
    'deep',
    (colors) => [
      drawRectangle(6, 16, 108, 48, colors.text, 2),
      ...repeat(
        6,
        (index) =>
          `${drawRectangle(9 + (index % 3) * 35, 19 + Math.floor(index / 3) * 22, 32, 20, '#f4ecdf', 1)}${drawRectangle(17 + (index % 3) * 35, 27 + Math.floor(index / 3) * 22, 16, 4, colors.text)}`,
      ),
    ],
  ],
  fields: [
    headingField({ optional: true, description: 'The line above the logos. Optional.' }),
    listField('logos', 'logos', 'Logos', 'Shown in this order. Drag to reorder.', { max: 18 }),
  ],
  ownTypes: [logo, defineList('logos', 'Logos', 'logo')],
})

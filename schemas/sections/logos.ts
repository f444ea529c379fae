import { ComponentIcon } from '@sanity/icons/Component'
import { defineField, defineType } from 'sanity'
import { listField } from '../fields/list'
import { headingField, textField } from '../fields/text'
import { hasAsset } from '../objects/picture'
import { defineSection } from './defineSection'

/** The signs of podcasts and companies that the studio works with. */
export const logos = defineSection({
  name: 'logosSection',
  title: 'Logos',
  description: 'Podcasts and companies that record here. Use a logo only if its owner has agreed.',
  icon: ComponentIcon,
  fields: [
    headingField({ optional: true, description: 'The line above the logos. May be empty.' }),
    listField('logos', 'logos', 'Logos', 'Shown in this order. Drag to reorder.', { max: 18 }),
  ],
})

/** The sign of a podcast or company, which its name describes to those who cannot see it. */
export const logo = defineType({
  name: 'logo',
  type: 'object',
  title: 'Logo',
  icon: ComponentIcon,
  fields: [
    textField('name', 'Name', 'Whose logo it is, as they write it. Read aloud instead of the picture.', {
      max: 60,
    }),
    defineField({
      name: 'picture',
      type: 'image',
      title: 'Picture',
      description: 'The dark version on a transparent ground, as PNG or WebP, at least 400 pixels wide.',
      options: { accept: 'image/png,image/webp,image/avif,image/jpeg' },
      validation: (rule) => rule.custom((value) => (hasAsset(value) ? true : 'Please choose a picture.')),
    }),
  ],
  preview: { select: { title: 'name', media: 'picture' } },
})

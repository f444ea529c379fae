import { ImageIcon } from '@sanity/icons/Image'
import { defineField, defineType, type Rule } from 'sanity'
import { getProperty } from '@/lib/errorCode'
import { createTextInput } from '@/studio/inputs/TextInput'
import { describeHardcodedPrice } from '../fields/placeholders'
import { describeTextProblem, textField } from '../fields/text'

const alternativeTextRules = { title: 'Alternative text', required: true, min: 5, max: 240 }

const altField = defineField({
  name: 'alt',
  type: 'text',
  rows: 2,
  title: alternativeTextRules.title,
  description: 'Describes the picture in one sentence for people who can’t see it. Leave out “picture of”.',
  components: { input: createTextInput(alternativeTextRules) },
  validation: (rule) => [
    rule.custom((text, { parent }) => {
      if (hasAsset(parent) && !text?.trim()) {
        return 'Every picture needs alternative text: one sentence for people who can’t see it.'
      }
      return describeTextProblem(text, alternativeTextRules) ?? true
    }),
    // Checks prices only: the number of cameras in a picture does not change with the offer.
    rule.custom((text) => describeHardcodedPrice(text) ?? true).warning(),
  ],
})

const captionField = textField(
  'caption',
  'Caption',
  'The line below the picture. It adds information that the picture doesn’t show.',
  { max: 140 },
)

/** The aspect ratios of pictures on the site, previewed in the hotspot dialog. */
const previews = [
  { title: 'Gallery, services, contact (3:2)', aspectRatio: 3 / 2 },
  { title: 'Top of a page (4:3)', aspectRatio: 4 / 3 },
  { title: 'Home, mission, portraits (1:1)', aspectRatio: 1 },
]

const imageOptions = {
  hotspot: { previews },
  accept: 'image/jpeg,image/png,image/webp,image/avif',
  metadata: ['lqip' as const, 'palette' as const],
}

/** A picture with alternative text. */
export const picture = defineType({
  name: 'picture',
  type: 'image',
  title: 'Picture',
  icon: ImageIcon,
  options: imageOptions,
  fields: [altField],
})

/** A picture with a caption, for the gallery. */
export const captionedPicture = defineType({
  name: 'captionedPicture',
  type: 'image',
  title: 'Picture with a caption',
  icon: ImageIcon,
  options: imageOptions,
  fields: [altField, captionField],
  validation: (rule) =>
    rule.custom((value) => (hasAsset(value) ? true : 'Choose a picture, or remove this item.')),
  preview: { select: { title: 'caption', subtitle: 'alt', media: 'asset' } },
})

type PictureFieldOptions = {
  name?: string
  title?: string
  description: string
  required?: boolean
}

/** Defines a picture field, optional unless `required`. */
export function pictureField({
  name = 'picture',
  title = 'Picture',
  description,
  required,
}: PictureFieldOptions) {
  return defineField({
    name,
    type: 'picture',
    title,
    description: `${description} Click “Crop image” and drag the circle onto the part that has to stay visible.`,
    validation: required ? requirePicture : undefined,
  })
}

function requirePicture(rule: Rule): Rule[] {
  const message = 'Choose a picture.'
  return [
    rule.required().error(message),
    rule.custom((value: unknown) => (value === undefined || hasAsset(value) ? true : message)),
  ]
}

/** Whether an image or file value has an asset. */
export function hasAsset(value: unknown): boolean {
  return Boolean(getProperty(value, 'asset'))
}

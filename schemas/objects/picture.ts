import { ImageIcon } from '@sanity/icons/Image'
import { defineField, defineType, type Rule } from 'sanity'
import { getProperty } from '@/lib/errorCode'
import { createPlaceholderInput } from '@/studio/PlaceholderInput'
import { hardcodedPriceAdvice } from '../fields/placeholders'
import { textField, textProblem } from '../fields/text'

const alternativeText = { title: 'Alternative text', required: true, min: 5, max: 240 }

const alt = defineField({
  name: 'alt',
  type: 'text',
  rows: 2,
  title: alternativeText.title,
  description: 'Describes the picture to people who cannot see it, in one sentence. Leave out “picture of”.',
  components: { input: createPlaceholderInput() },
  validation: (rule) => [
    rule.custom((text, { parent }) => {
      if (hasAsset(parent) && !text?.trim()) {
        return 'Every picture needs an alternative text: one sentence for people who cannot see it.'
      }
      return textProblem(text, alternativeText) ?? true
    }),
    // How many cameras a picture shows does not change with the offer; a price does.
    rule.custom((text) => hardcodedPriceAdvice(text) ?? true).warning(),
  ],
})

const caption = textField(
  'caption',
  'Caption',
  'The line that everybody reads below the picture. It adds something to the picture.',
  { max: 140 },
)

/** The formats in which the site shows pictures; the dialog of the hotspot previews them. */
const previews = [
  { title: 'Gallery, services, contact (3:2)', aspectRatio: 3 / 2 },
  { title: 'Top of a page (4:3)', aspectRatio: 4 / 3 },
  { title: 'Home, mission, portraits (1:1)', aspectRatio: 1 },
]

const options = {
  hotspot: { previews },
  accept: 'image/jpeg,image/png,image/webp,image/avif',
  metadata: ['lqip' as const, 'blurhash' as const, 'palette' as const],
}

/** A picture with its alternative text. */
export const picture = defineType({
  name: 'picture',
  type: 'image',
  title: 'Picture',
  icon: ImageIcon,
  options,
  fields: [alt],
})

/** A picture that also has a caption, for the gallery. */
export const captionedPicture = defineType({
  name: 'captionedPicture',
  type: 'image',
  title: 'Picture with a caption',
  icon: ImageIcon,
  options,
  fields: [alt, caption],
  validation: (rule) =>
    rule.custom((value) => (hasAsset(value) ? true : 'Please choose a picture, or remove this entry.')),
  preview: { select: { title: 'caption', subtitle: 'alt', media: 'asset' } },
})

type PictureFieldOptions = {
  name?: string
  title?: string
  description: string
  required?: boolean
}

/** Makes a field for a picture; it is optional unless it is `required`. */
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
    description: `${description} Press “Crop image” and drag the circle onto what has to stay visible when it is cropped.`,
    validation: required ? pictureRequired : undefined,
  })
}

/** The validation of a picture that may not be missing. */
function pictureRequired(rule: Rule): Rule[] {
  const message = 'Please choose a picture.'
  return [
    rule.required().error(message),
    rule.custom((value: unknown) => (value === undefined || hasAsset(value) ? true : message)),
  ]
}

/** Whether an image or file value has an asset. */
export function hasAsset(value: unknown): boolean {
  return Boolean(getProperty(value, 'asset'))
}

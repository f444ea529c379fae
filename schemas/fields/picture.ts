import { defineField, type Rule } from 'sanity'

type PictureFieldOptions = {
  name?: string
  title?: string
  description: string
  required?: boolean
  group?: string
}

/** Makes a field for a picture; it is optional unless it is `required`. */
export function pictureField({
  name = 'picture',
  title = 'Picture',
  description,
  required,
  group,
}: PictureFieldOptions) {
  return defineField({
    name,
    type: 'picture',
    title,
    description: `${description} Drag the circle of “Edit details” onto what has to stay visible when it is cropped.`,
    group,
    validation: required ? pictureRequired : undefined,
  })
}

/** The validation of a picture that may not be missing. */
export function pictureRequired(rule: Rule): Rule[] {
  const message = 'Please choose a picture.'
  return [
    rule.required().error(message),
    rule.custom((value: unknown) => (value === undefined || hasAsset(value) ? true : message)),
  ]
}

/** Whether an image or file value has an asset. */
export function hasAsset(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'asset' in value && Boolean(value.asset)
}

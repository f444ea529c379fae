import { defineArrayMember, defineType } from 'sanity'
import { PicturesInput } from '@/studio/inputs/PicturesInput'
import { createTextInput } from '@/studio/inputs/TextInput'

/** Defines a named list type. */
export function defineList(name: string, title: string, itemType: string) {
  return defineType({ name, type: 'array', title, of: [defineArrayMember({ type: itemType })] })
}

const textLines = defineType({
  name: 'textLines',
  type: 'array',
  title: 'Lines',
  of: [defineArrayMember({ type: 'string', components: { input: createTextInput() } })],
})

const captionedPictures = defineType({
  name: 'captionedPictures',
  type: 'array',
  title: 'Pictures with captions',
  of: [defineArrayMember({ type: 'captionedPicture' })],
  options: { layout: 'grid' },
  components: { input: PicturesInput },
})

/** The list types for `listField`, except those that only one section uses (`ownTypes`). */
export const lists = [
  textLines,
  defineList('links', 'Links', 'link'),
  defineList('redirectRules', 'Redirects', 'redirect'),
  defineList('features', 'Titles and texts', 'feature'),
  captionedPictures,
  defineList('valueItems', 'Values', 'valueItem'),
  defineList('bonusItems', 'Bonuses', 'bonusItem'),
  defineList('inclusions', 'Inclusions', 'inclusion'),
]

import { defineArrayMember, defineType } from 'sanity'
import { createListInput } from '@/studio/inputs/ListInput'
import { PicturesInput } from '@/studio/inputs/PicturesInput'
import { createPlaceholderInput } from '@/studio/inputs/PlaceholderInput'

/**
 * Defines a named list type.
 *
 * @param noun - the noun on the button that adds an item; the item's type by default
 */
export function defineList(name: string, title: string, itemType: string, noun = itemType) {
  return defineType({
    name,
    type: 'array',
    title,
    of: [defineArrayMember({ type: itemType })],
    components: { input: createListInput(noun) },
  })
}

/** Lines of plain text, each with the placeholder menu. */
const textLines = defineType({
  name: 'textLines',
  type: 'array',
  title: 'Lines',
  of: [defineArrayMember({ type: 'string', components: { input: createPlaceholderInput() } })],
})

/** Pictures with captions, as a grid. */
const captionedPictures = defineType({
  name: 'captionedPictures',
  type: 'array',
  title: 'Pictures with captions',
  of: [defineArrayMember({ type: 'captionedPicture' })],
  options: { layout: 'grid' },
  components: { input: PicturesInput },
})

/** The list types of `listField`, except those that only one section uses (`ownTypes`). */
export const lists = [
  textLines,
  defineList('links', 'Links', 'link'),
  defineList('redirectRules', 'Redirects', 'redirect'),
  defineList('features', 'Titles and texts', 'feature', 'item'),
  captionedPictures,
  defineList('valueItems', 'Values', 'valueItem', 'value'),
  defineList('bonusItems', 'Bonuses', 'bonusItem', 'bonus'),
  defineList('inclusions', 'Inclusions', 'inclusion'),
]

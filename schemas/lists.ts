import { defineArrayMember, defineType } from 'sanity'
import { createListInput } from '@/studio/inputs/ListInput'
import { createPlaceholderInput } from '@/studio/inputs/PlaceholderInput'

/**
 * Defines a named list type.
 *
 * @param noun - the noun on the button that adds an item; the item's type by default
 * @param layout - `grid` shows thumbnails
 */
export function defineList(
  name: string,
  title: string,
  itemType: string,
  noun = itemType,
  layout: 'list' | 'grid' = 'list',
) {
  return defineType({
    name,
    type: 'array',
    title,
    of: [defineArrayMember({ type: itemType })],
    options: { layout },
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

/** The list types of `listField`, except those that only one section uses (`ownTypes`). */
export const lists = [
  textLines,
  defineList('links', 'Links', 'link'),
  defineList('redirectRules', 'Redirects', 'redirect'),
  defineList('features', 'Titles and texts', 'feature', 'item'),
  defineList('captionedPictures', 'Pictures with captions', 'captionedPicture', 'photo', 'grid'),
  defineList('valueItems', 'Values', 'valueItem', 'value'),
  defineList('bonusItems', 'Bonuses', 'bonusItem', 'bonus'),
  defineList('inclusions', 'Inclusions', 'inclusion'),
]

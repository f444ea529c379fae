import { defineArrayMember, defineType } from 'sanity'
import { createListInput } from '@/studio/ListInput'
import { createPlaceholderInput } from '@/studio/PlaceholderInput'

/**
 * Defines a named list type.
 *
 * @param item - the noun on the button that adds an item
 * @param layout - `grid` shows thumbnails
 */
function defineList(
  name: string,
  title: string,
  itemType: string,
  item: string,
  layout: 'list' | 'grid' = 'list',
) {
  return defineType({
    name,
    type: 'array',
    title,
    of: [defineArrayMember({ type: itemType })],
    options: { layout },
    components: { input: createListInput(item) },
  })
}

/** Lines of plain text, each with the placeholder menu. */
const textLines = defineType({
  name: 'textLines',
  type: 'array',
  title: 'Lines',
  of: [defineArrayMember({ type: 'string', components: { input: createPlaceholderInput() } })],
})

/** All list types except `pageSections`. */
export const lists = [
  textLines,
  defineList('links', 'Links', 'link', 'link'),
  defineList('redirectRules', 'Redirects', 'redirect', 'redirect'),
  defineList('features', 'Titles and texts', 'feature', 'item'),
  defineList('serviceCards', 'Service cards', 'serviceCard', 'card'),
  defineList('stats', 'Numbers', 'stat', 'number'),
  defineList('equipmentItems', 'Equipment', 'equipmentItem', 'device'),
  defineList('equipmentGroups', 'Groups of equipment', 'equipmentGroup', 'group'),
  defineList('captionedPictures', 'Pictures with captions', 'captionedPicture', 'photo', 'grid'),
  defineList('questions', 'Questions', 'question', 'question'),
  defineList('testimonials', 'Testimonials', 'testimonial', 'testimonial'),
  defineList('logos', 'Logos', 'logo', 'logo'),
  defineList('episodes', 'Episodes', 'episode', 'episode'),
  defineList('people', 'People', 'person', 'person'),
  defineList('valueItems', 'Values', 'valueItem', 'value'),
  defineList('bonusItems', 'Bonuses', 'bonusItem', 'bonus'),
  defineList('inclusions', 'Inclusions', 'inclusion', 'inclusion'),
]

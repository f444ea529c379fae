import { defineArrayMember, defineType } from 'sanity'
import { listInput } from '@/studio/AddItem'
import { placeholderInput } from '@/studio/PlaceholderInput'

/**
 * Makes a list type with a name of its own. Editors reorder its items by dragging.
 *
 * @param item - as the button names it that adds one
 * @param layout - `grid` shows thumbnails
 */
function listOf(
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
    components: { input: listInput(item) },
  })
}

/** Lines of plain text, each with the menu of placeholders. */
const textLines = defineType({
  name: 'textLines',
  type: 'array',
  title: 'Lines',
  of: [defineArrayMember({ type: 'string', components: { input: placeholderInput() } })],
})

/** All lists that fields hold, `pageSections` excepted. */
export const lists = [
  textLines,
  listOf('links', 'Links', 'link', 'link'),
  listOf('redirectRules', 'Redirects', 'redirect', 'redirect'),
  listOf('features', 'Titles and texts', 'feature', 'item'),
  listOf('serviceCards', 'Service cards', 'serviceCard', 'card'),
  listOf('stats', 'Numbers', 'stat', 'number'),
  listOf('equipmentItems', 'Equipment', 'equipmentItem', 'device'),
  listOf('equipmentGroups', 'Groups of equipment', 'equipmentGroup', 'group'),
  listOf('captionedPictures', 'Pictures with captions', 'captionedPicture', 'photo', 'grid'),
  listOf('questions', 'Questions', 'question', 'question'),
  listOf('testimonials', 'Testimonials', 'testimonial', 'testimonial'),
  listOf('logos', 'Logos', 'logo', 'logo'),
  listOf('episodes', 'Episodes', 'episode', 'episode'),
  listOf('people', 'People', 'person', 'person'),
  listOf('valueItems', 'Values', 'valueItem', 'value'),
  listOf('bonusItems', 'Bonuses', 'bonusItem', 'bonus'),
  listOf('inclusions', 'Inclusions', 'inclusion', 'inclusion'),
]

import { defineArrayMember, defineType } from 'sanity'
import { placeholderInput } from '@/studio/PlaceholderInput'

/** Makes a list type with a name of its own. Editors reorder its items by dragging. */
function listOf(name: string, title: string, itemType: string) {
  return defineType({ name, type: 'array', title, of: [defineArrayMember({ type: itemType })] })
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
  listOf('links', 'Links', 'link'),
  listOf('redirectRules', 'Redirects', 'redirect'),
  listOf('features', 'Titles and texts', 'feature'),
  listOf('serviceCards', 'Service cards', 'serviceCard'),
  listOf('stats', 'Numbers', 'stat'),
  listOf('equipmentItems', 'Equipment', 'equipmentItem'),
  listOf('equipmentGroups', 'Groups of equipment', 'equipmentGroup'),
  listOf('captionedPictures', 'Pictures with captions', 'captionedPicture'),
  listOf('questions', 'Questions', 'question'),
  listOf('testimonials', 'Testimonials', 'testimonial'),
  listOf('logos', 'Logos', 'logo'),
  listOf('episodes', 'Episodes', 'episode'),
  listOf('people', 'People', 'person'),
  listOf('valueItems', 'Values', 'valueItem'),
  listOf('bonusItems', 'Bonuses', 'bonusItem'),
  listOf('inclusions', 'Inclusions', 'inclusion'),
]

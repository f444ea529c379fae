import { getValueAtPath, type ObjectField, type Path, type SchemaType } from 'sanity'
import { isRecord } from '@/lib/content/text/contentGuards'

/**
 * Returns the titles of the fields along a path, such as “Sections › Testimonials › Heading”. For an item of a list with
 * several types, the title of the item's type is included. A title equal to the one before is omitted.
 */
export function getFieldTitle(type: SchemaType, path: Path, content: unknown): string {
  const titles: string[] = []
  let currentType: SchemaType | undefined = type
  for (const [index, segment] of path.entries()) {
    if (currentType?.jsonType === 'array') {
      const item = getValueAtPath(content, path.slice(0, index + 1))
      const itemType: SchemaType | undefined = currentType.of.find(
        ({ name }) => isRecord(item) && name === item._type,
      )
      if (currentType.of.length > 1 && itemType?.title) titles.push(itemType.title)
      currentType = currentType.of.length === 1 ? currentType.of[0] : itemType
      continue
    }
    const field: ObjectField | undefined =
      currentType?.jsonType === 'object' ? currentType.fields.find(({ name }) => name === segment) : undefined
    const title = field?.type.title
    if (title && title !== titles.at(-1)) titles.push(title)
    currentType = field?.type
  }
  return titles.join(' › ')
}

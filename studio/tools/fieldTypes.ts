import { getValueAtPath, type Path, type SchemaType } from 'sanity'
import { getProperty } from '@/lib/errorCode'

/** Returns the schema types along a path, outermost first. Stops at the first segment that the schema lacks. */
export function listTypes(type: SchemaType, path: Path, content: unknown): SchemaType[] {
  const types = [type]
  for (const [index, segment] of path.entries()) {
    const parent = types.at(-1)
    const itemType = getProperty(getValueAtPath(content, path.slice(0, index + 1)), '_type')
    const itemTypes: SchemaType[] = parent?.jsonType === 'array' ? parent.of : []
    const fields = parent?.jsonType === 'object' ? parent.fields : []
    const next =
      itemTypes.length === 1
        ? itemTypes[0]
        : (itemTypes.find(({ name }) => name === itemType) ??
          fields.find(({ name }) => name === segment)?.type)
    if (!next) return types
    types.push(next)
  }
  return types
}

/**
 * Returns the titles of the fields along a path, such as “Sections › Testimonials › Heading”. For an item of a list with
 * several types, the title of the item's type is included. A title that repeats the previous one is omitted.
 */
export function getFieldTitle(type: SchemaType, path: Path, content: unknown): string {
  const types = listTypes(type, path, content)
  const isOnlyItemType = (parent?: SchemaType) => parent?.jsonType === 'array' && parent.of.length === 1
  return types
    .flatMap(({ title }, index) => (index > 0 && title && !isOnlyItemType(types[index - 1]) ? [title] : []))
    .filter((title, index, titles) => title !== titles[index - 1])
    .join(' › ')
}

import { getValueAtPath, type Path, type SchemaType } from 'sanity'
import { isRecord } from '@/lib/content/text/contentGuards'
import { getProperty } from '@/lib/errorCode'
import { type FieldPath, type Fields, toRecords } from '@/studio/checks/walk'
import { createTermPattern } from './findText'

/** A replaced text: the path of its string, and the new text. */
export type Replacement = { path: FieldPath; text: string }

/**
 * Replaces a search term in a field of a document. Only texts that editors write are replaced: no placeholders, amounts,
 * paths, URLs or chosen values, and no match that runs across bold text or a link.
 *
 * @param type - the document's type
 * @param path - of a match, from `findText`
 * @returns the strings that change; none when the match can't be replaced
 */
export function replaceText(
  document: Fields,
  type: SchemaType,
  path: FieldPath,
  term: string,
  newText: string,
): Replacement[] {
  const pattern = createTermPattern(term)
  const value: unknown = getValueAtPath(document, path)
  const texts =
    isRecord(value) && value._type === 'block'
      ? toRecords(value.children).map(({ text, _key }) => ({
          path: [...path, 'children', { _key: String(_key) }, 'text'],
          text,
        }))
      : isWrittenText(type, path, document)
        ? [{ path, text: value }]
        : []
  return texts.flatMap(({ path: textPath, text }) => {
    const replaced = typeof text === 'string' && pattern ? text.replace(pattern, () => newText) : text
    return typeof replaced === 'string' && replaced !== text ? [{ path: textPath, text: replaced }] : []
  })
}

/** Whether a field has the input of visible texts. */
function isWrittenText(type: SchemaType, path: Path, content: unknown): boolean {
  let current: SchemaType | undefined = type
  for (const [index, segment] of path.entries()) {
    if (current?.jsonType === 'object') current = current.fields.find(({ name }) => name === segment)?.type
    else if (current?.jsonType === 'array') {
      const item: unknown = getValueAtPath(content, path.slice(0, index + 1))
      const itemTypes: SchemaType[] = current.of
      current = itemTypes.find(({ name }) => name === getProperty(item, '_type')) ?? itemTypes[0]
    } else return false
  }
  const input: unknown = current?.components?.input
  return typeof input === 'function' && 'displayName' in input && input.displayName === 'TextInput'
}

import { getValueAtPath, type SchemaType } from 'sanity'
import { isRecord } from '@/lib/content/text/contentGuards'
import { type FieldPath, type Fields, toRecords } from '@/studio/checks/walk'
import { listTypes } from '../fieldTypes'

/** A string with a replaced match: its path and its new text. */
export type Replacement = { path: FieldPath; text: string }

/**
 * Replaces a search term in a field of a document. Skips placeholders, amounts, paths, URLs and selected options, and
 * matches that cross a change of formatting or the edge of a link.
 *
 * @param type - the document's type
 * @param path - a match's path, from `findText`
 * @param pattern - the search term's pattern, from `createTermPattern`
 * @returns the strings that change; none when the match can't be replaced
 */
export function replaceText(
  document: Fields,
  type: SchemaType,
  path: FieldPath,
  pattern: RegExp,
  newText: string,
): Replacement[] {
  const value: unknown = getValueAtPath(document, path)
  const isBlock = isRecord(value) && value._type === 'block'
  const texts: { path: FieldPath; text: unknown }[] = isBlock
    ? toRecords(value.children).map(({ text, _key }) => ({
        path: [...path, 'children', { _key: String(_key) }, 'text'],
        text,
      }))
    : [{ path, text: value }]
  if (!isBlock && !isWrittenText(type, path, document)) return []
  return texts.flatMap(({ path: textPath, text }) => {
    const replaced = typeof text === 'string' ? text.replace(pattern, () => newText) : text
    return typeof replaced === 'string' && replaced !== text ? [{ path: textPath, text: replaced }] : []
  })
}

/** Whether a field uses the input for visible text. */
function isWrittenText(type: SchemaType, path: FieldPath, content: unknown): boolean {
  const input: unknown = listTypes(type, path, content)[path.length]?.components?.input
  return typeof input === 'function' && 'displayName' in input && input.displayName === 'TextInput'
}

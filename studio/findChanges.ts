import { isRecord } from '@/lib/content/text/contentGuards'
import { type FieldPath, type Fields, toList } from '@/studio/checks/walk'

const systemFields: ReadonlySet<string> = new Set(['_rev', '_updatedAt', '_createdAt', '_system', '_id'])

/**
 * Finds the fields that differ between two versions of a document. An added list item has its own path; removed or
 * moved items are reported with the list's path. Rich text is one field.
 *
 * @returns paths that exist in at least one of the versions
 */
export function findChanges(before: unknown, after: unknown, path: FieldPath = []): FieldPath[] {
  if (isEqual(before, after)) return []
  const [beforeKeys, afterKeys] = [listKeys(before), listKeys(after)]
  if (afterKeys && beforeKeys && !isText(after)) {
    const changedItems = afterKeys.flatMap((_key) => {
      const item = findItem(before, _key)
      return item ? findChanges(item, findItem(after, _key), [...path, { _key }]) : [[...path, { _key }]]
    })
    const isSameList = isEqual(beforeKeys, afterKeys)
    const isAddition = isEqual(
      beforeKeys,
      afterKeys.filter((key) => beforeKeys.includes(key)),
    )
    return isSameList || isAddition ? changedItems : [path, ...changedItems]
  }
  if (!isRecord(before) || !isRecord(after) || (path.length > 0 && before._type !== after._type))
    return [path]
  const isFile = isRecord(after.asset) || isRecord(before.asset)
  if (isFile && !isEqual(before.asset, after.asset)) return [path]
  return listChangedFields(before, after).flatMap((name) =>
    findChanges(before[name], after[name], [...path, name]),
  )
}

/** Lists the names of the fields that differ, except system fields. */
export function listChangedFields(before: Fields = {}, after: Fields = {}): string[] {
  return Object.keys({ ...before, ...after }).filter(
    (name) => !systemFields.has(name) && !isEqual(before[name], after[name]),
  )
}

/** Returns the keys of a list's items; undefined for any other value, or if an item has no key. */
function listKeys(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined
  const keys = value.map((item: unknown) => (isRecord(item) ? item._key : undefined))
  return keys.every((key) => typeof key === 'string') ? keys : undefined
}

const isText = (value: unknown) => toList(value).some((item) => isRecord(item) && item._type === 'block')

const findItem = (list: unknown, key: string) =>
  toList(list).find((item) => isRecord(item) && item._key === key)

/** Compares two values, ignoring the order of their fields. */
export function isEqual(before: unknown, after: unknown): boolean {
  return toComparableText(before) === toComparableText(after)
}

/** Formats a value as JSON with sorted fields, so that equal values have equal strings. */
function toComparableText(value: unknown): string | undefined {
  return JSON.stringify(value, (_, field: unknown) =>
    isRecord(field)
      ? Object.fromEntries(Object.entries(field).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : field,
  )
}

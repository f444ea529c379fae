/**
 * Returns the objects in an array from the CMS, each with a React key. Content may have any shape: a value that
 * is not an array yields an empty list, and items that are not objects are removed.
 *
 * @param textFields - an object needs visible text in at least one of these fields, or it is removed
 */
export function filterObjects<Item extends object>(
  value: readonly (Item | null)[] | null | undefined,
  textFields?: readonly (keyof Item)[],
): (Item & { key: string })[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item: Item | null, index) => {
    if (!item || typeof item !== 'object') return []
    if (textFields && !textFields.some((name) => isText(item[name]))) return []
    const key = '_key' in item && typeof item._key === 'string' ? item._key : `${index}`
    return [{ ...item, key }]
  })
}

/** Returns the strings with visible text in an array from the CMS, each with a React key. */
export function filterTexts(
  value: readonly (string | null)[] | null | undefined,
): { key: string; text: string }[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((text: unknown, index) => (isText(text) ? [{ key: `${index}`, text }] : []))
}

/** A visible character: not a space, a control or format character, or one of the blank letters and symbols. */
const visibleCharacter = /[^\p{Z}\p{C}\u115f\u1160\u2800\u3164\uffa0]/u

/** Whether a value from the CMS is a string with a visible character. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && visibleCharacter.test(value)
}

/** Whether at least one of the values is visible text ({@link isText}). */
export function hasText(...values: unknown[]): boolean {
  return values.some(isText)
}

/** Returns only the fields of an object that have visible text ({@link isText}); empty for a missing object. */
export function omitEmptyTexts<Group extends object>(group: Group | null | undefined): Partial<Group> {
  const texts: Partial<Group> = { ...group }
  for (const name in texts) if (!isText(texts[name])) delete texts[name]
  return texts
}

/** Whether a value is an object, and not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The objects of an array from the CMS, each with a React key. Anything else in its place (missing, not an
 * array, holes, plain values) is left out: content is never trusted to have the right shape.
 *
 * @param value - the array
 * @param texts - names of texts of which an object needs at least one, since without it would leave a hole
 */
export function filterObjects<Item extends object>(
  value: readonly (Item | null)[] | null | undefined,
  texts?: readonly (keyof Item)[],
): (Item & { key: string })[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((item: Item | null, index) => {
    if (!item || typeof item !== 'object') return []
    if (texts && !texts.some((name) => isText(item[name]))) return []
    return [{ ...item, key: getKey(item, index) }]
  })
}

/** The texts of an array from the CMS, each with a React key; empty and other values are left out. */
export function filterTexts(
  value: readonly (string | null)[] | null | undefined,
): { key: string; text: string }[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((text: unknown, index) => (isText(text) ? [{ key: `${index}`, text }] : []))
}

/** Anything but spaces, control and format characters, and letters without a shape. */
const visibleCharacter = /[^\p{Z}\p{C}\u115f\u1160\u2800\u3164\uffa0]/u

/** Whether a value from the CMS is a text that would show something. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && visibleCharacter.test(value)
}

/** Whether one of several values from the CMS is such a text. */
export function hasText(...values: unknown[]): boolean {
  return values.some(isText)
}

function getKey(item: object, index: number): string {
  return '_key' in item && typeof item._key === 'string' ? item._key : `${index}`
}

/** The texts of a group of messages; other values are left out. */
export function omitEmptyTexts<Group extends object>(group: Group | null | undefined): Partial<Group> {
  const texts: Partial<Group> = { ...group }
  for (const name in texts) if (!isText(texts[name])) delete texts[name]
  return texts
}

/** Whether a value is an object with fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { itemsOf, lengthOf, type Traced, toData } from './traced.ts'

/** Arrays with fewer items are gone through each time. */
const WORTH_A_SET = 16

const ONCE = 'asked once'
const known = new WeakMap<object, Set<unknown> | typeof ONCE>()

/**
 * The items of an array that is asked for a second time, as one that doesn't depend on the document is for each of them;
 * null for one that is better gone through.
 */
export function membersOf(array: Traced): ReadonlySet<unknown> | null {
  if ((lengthOf(array) ?? 0) < WORTH_A_SET) return null
  const key = array.kind === 'leaf' && typeof array.data === 'object' && array.data ? array.data : array
  const before = known.get(key)
  if (before === undefined) {
    known.set(key, ONCE)
    return null
  }
  if (before !== ONCE) return before
  const members = new Set(itemsOf(array)?.map((item) => toData(item) ?? null))
  known.set(key, members)
  return members
}

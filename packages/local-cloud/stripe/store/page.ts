import { invalid, missing } from '../errors.ts'
import { inRange, type Range } from '../params/shared.ts'

/** A list as Stripe answers it. */
export type ListAnswer<T> = { object: 'list'; url: string; has_more: boolean; data: T[] }

export type ListParams = {
  limit: number | undefined
  starting_after: string | undefined
  ending_before: string | undefined
  created?: Range | undefined
}

const DEFAULT_LIMIT = 10

/** A list that holds everything there is. */
export function listOfAll<T>(url: string, data: T[]): ListAnswer<T> {
  return { object: 'list', url, has_more: false, data }
}

function positionOf(items: readonly { id: string }[], id: string, param: string): number {
  const position = items.findIndex((item) => item.id === id)
  if (position === -1) throw missing('object', id, param)
  return position
}

/**
 * A page of a list (https://docs.stripe.com/api/pagination).
 *
 * @param items - all that match, newest first
 * @throws StripeProblem 400 when a cursor names nothing in the list
 */
export function page<T extends { id: string; created?: number }>(
  url: string,
  items: readonly T[],
  { limit = DEFAULT_LIMIT, starting_after, ending_before, created }: ListParams,
): ListAnswer<T> {
  if (starting_after !== undefined && ending_before !== undefined) {
    throw invalid(
      'You may only specify one of these parameters: starting_after, ending_before.',
      'starting_after',
    )
  }
  const matching = created ? items.filter((item) => inRange(item.created ?? 0, created)) : items
  if (ending_before !== undefined) {
    const end = positionOf(matching, ending_before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', url, has_more: start > 0, data: matching.slice(start, end) }
  }
  const start = starting_after === undefined ? 0 : positionOf(matching, starting_after, 'starting_after') + 1
  return {
    object: 'list',
    url,
    has_more: matching.length > start + limit,
    data: matching.slice(start, start + limit),
  }
}

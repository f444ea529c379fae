import { missing } from '../errors.ts'
import type { Range } from '../params/shared.ts'
import type { Kind, Objects } from '../types.ts'
import type { ObjectStore } from './objects.ts'

/** A list of Stripe's API. */
export type ListResponse<T> = { object: 'list'; url: string; has_more: boolean; data: T[] }

export type ListParams = {
  limit: number | undefined
  starting_after: string | undefined
  created?: Range | undefined
}

const DEFAULT_LIMIT = 10
const OPERATORS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** A list on one page. */
export function listOfAll<T>(url: string, data: T[]): ListResponse<T> {
  return { object: 'list', url, has_more: false, data }
}

/**
 * A page of the objects of a kind, newest first (https://docs.stripe.com/api/pagination). The cursor need not match the
 * filter: its object may have changed since.
 *
 * @param filter.matches - what is listed, besides the customer and the time of creation
 * @throws StripeProblem 400 when the cursor is unknown
 */
export function storedPage<K extends Kind>(
  store: ObjectStore,
  url: string,
  kind: K,
  { limit = DEFAULT_LIMIT, starting_after, created }: ListParams,
  filter: { customer?: string | undefined; matches?: (object: Objects[K]) => boolean } = {},
): ListResponse<Objects[K]> {
  const conditions = ['kind = ?', 'deleted = 0']
  const values: (string | number)[] = [kind]
  const where = (condition: string, value: string | number) => {
    conditions.push(condition)
    values.push(value)
  }
  if (filter.customer !== undefined) where('customer = ?', filter.customer)
  if (starting_after !== undefined) {
    const row = store.prepare('select position from objects where id = ?').get(starting_after)
    if (!row) throw missing(kind, starting_after, 'starting_after')
    where('position < ?', Number(row.position))
  }
  for (const name of ['gt', 'gte', 'lt', 'lte'] as const) {
    const bound = created?.[name]
    if (bound !== undefined) where(`created ${OPERATORS[name]} ?`, bound)
  }
  const sql = `select body from objects where ${conditions.join(' and ')} order by position desc`
  const data: Objects[K][] = []
  for (const row of store.prepare(sql).iterate(...values)) {
    const object: Objects[K] = JSON.parse(String(row.body))
    if (filter.matches?.(object) === false) continue
    if (data.length === limit) return { object: 'list', url, has_more: true, data }
    data.push(object)
  }
  return listOfAll(url, data)
}

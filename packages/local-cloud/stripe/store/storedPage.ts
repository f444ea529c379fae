import { invalid, missing } from '../errors.ts'
import { inRange } from '../params/shared.ts'
import type { Kind, Objects } from '../types.ts'
import type { ObjectStore } from './objects.ts'
import type { ListAnswer, ListParams } from './page.ts'

const DEFAULT_LIMIT = 10

/** Where in the account an object stands, deleted or not. Throws a 400 when there is none. */
function positionOf(store: ObjectStore, kind: Kind, id: string, param: string): number {
  const row = store.prepare('select position from objects where id = ? and kind = ?').get(id, kind)
  if (!row) throw missing(kind, id, param)
  return Number(row.position)
}

/**
 * A page of the objects of a kind (https://docs.stripe.com/api/pagination), read from the disk only as far as it
 * goes. A cursor need not fit the filters: what it names may have changed since.
 *
 * @param filter.matches - what is listed, besides the customer and the time of creation
 * @throws StripeProblem 400 when a cursor names nothing
 */
export function storedPage<K extends Kind>(
  store: ObjectStore,
  url: string,
  kind: K,
  params: ListParams,
  filter: { customer?: string | undefined; matches?: (object: Objects[K]) => boolean } = {},
): ListAnswer<Objects[K]> {
  const { limit = DEFAULT_LIMIT, starting_after, ending_before, created } = params
  if (starting_after !== undefined && ending_before !== undefined) {
    throw invalid(
      'You may only specify one of these parameters: starting_after, ending_before.',
      'starting_after',
    )
  }
  const conditions = ['kind = ?', 'deleted = 0']
  const values: (string | number)[] = [kind]
  const where = (condition: string, value: string | number) => {
    conditions.push(condition)
    values.push(value)
  }
  if (filter.customer !== undefined) where('customer = ?', filter.customer)
  if (starting_after !== undefined) {
    where('position < ?', positionOf(store, kind, starting_after, 'starting_after'))
  }
  if (ending_before !== undefined) {
    where('position > ?', positionOf(store, kind, ending_before, 'ending_before'))
  }
  const oldest = created?.gte ?? created?.gt
  if (oldest !== undefined) where('created >= ?', oldest)
  // With a time, the index of the times is better than that of the positions, which the sign takes out of play.
  const sign = oldest === undefined || filter.customer !== undefined ? '' : '+'
  const direction = ending_before === undefined ? 'desc' : 'asc'
  const sql = `select body from objects where ${conditions.join(' and ')} order by ${sign}position ${direction}`
  const data: Objects[K][] = []
  let more = false
  for (const row of store.prepare(sql).iterate(...values)) {
    const object: Objects[K] = JSON.parse(String(row.body))
    const time = 'created' in object ? Number(object.created) : 0
    if (!inRange(time, created) || filter.matches?.(object) === false) continue
    more = data.length === limit
    if (more) break
    data.push(object)
  }
  if (ending_before !== undefined) data.reverse()
  return { object: 'list', url, has_more: more, data }
}

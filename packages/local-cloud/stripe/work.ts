import type { MovableClock } from './clock.ts'
import { missing } from './errors.ts'
import { createEvent, hasChanged } from './events.ts'
import type { Values } from './params/fields.ts'
import type { listFields } from './params/shared.ts'
import type { ObjectStore } from './store/objects.ts'
import {
  createList,
  type EventType,
  type Kind,
  type ListResponse,
  type Objects,
  type StoredEvent,
} from './types.ts'

/** The request that causes a change; its ids are null for what Stripe does by itself. */
export type Origin = StoredEvent['request']

type AccountParts = { store: ObjectStore; clock: MovableClock; pages: string; businessName: string }

/** Reads and writes of one transaction, for an endpoint, a page or the passing of time. */
export class Work {
  readonly store: ObjectStore
  readonly origin: Origin
  /** The origin of the hosted pages, without a slash at the end. */
  readonly pages: string
  readonly businessName: string
  private readonly clock: MovableClock

  constructor(
    { store, clock, pages, businessName }: AccountParts,
    origin: Origin = { id: null, idempotency_key: null },
  ) {
    this.store = store
    this.clock = clock
    this.pages = pages
    this.businessName = businessName
    this.origin = origin
  }

  /** Converts a time of a client's clock to the account's time. Seconds since 1970. */
  fromClient(seconds: number): number {
    return seconds + this.clock.offset
  }

  /** The account's time. Seconds since 1970. */
  now(): number {
    return this.clock.now()
  }

  /** An object. Throws Stripe's error when it does not exist; `param` is the parameter with its id. */
  need<K extends Kind>(kind: K, id: string, param = 'id'): Objects[K] {
    const found = this.store.get(kind, id)
    if (found) return found
    throw missing(kind, id, param)
  }

  /**
   * A page of the objects of a kind, newest first (https://docs.stripe.com/api/pagination). The cursor need not match the
   * filter: its object may have changed since.
   *
   * @param filter.matches - what is listed, besides the customer and the time of creation
   * @throws StripeProblem 400 when the cursor is unknown
   */
  page<K extends Kind>(
    url: string,
    kind: K,
    { limit = 10, starting_after, created }: Values<typeof listFields>,
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
      const row = this.store.prepare('select position from objects where id = ?').get(starting_after)
      if (!row) throw missing(kind, starting_after, 'starting_after')
      where('position < ?', Number(row.position))
    }
    const operators = { gte: '>=', lt: '<', lte: '<=' } as const
    for (const name of ['gte', 'lt', 'lte'] as const) {
      const bound = created?.[name]
      if (bound !== undefined) where(`created ${operators[name]} ?`, bound)
    }
    const sql = `select body from objects where ${conditions.join(' and ')} order by position desc`
    const data: Objects[K][] = []
    for (const row of this.store.prepare(sql).iterate(...values)) {
      const object: Objects[K] = JSON.parse(String(row.body))
      if (filter.matches?.(object) === false) continue
      if (data.length === limit) return { object: 'list', url, has_more: true, data }
      data.push(object)
    }
    return createList(url, data)
  }

  /** Writes an object and emits an event about it. An update without a change has no event. */
  save<K extends Kind>(kind: K, body: Objects[K], type?: EventType): Objects[K] {
    const before = this.store.get(kind, body.id)
    this.store.put(kind, body)
    const same = type?.endsWith('.updated') && before && !hasChanged(before, body)
    if (type && !same) this.emit(type, body, before)
    return body
  }

  /** Emits an event. With `before` it has the previous attributes. */
  emit(type: EventType, object: object, before?: object): void {
    this.store.note(createEvent(this.now(), this.origin, type, object, before))
  }
}

/** How work on an account begins and ends. */
export type Account = {
  store: ObjectStore
  /** Work on the account; without an origin it is Stripe's own. */
  work: (origin?: Origin) => Work
  /** Sends pending deliveries and emails. Call it after every transaction. */
  wake: () => void
}

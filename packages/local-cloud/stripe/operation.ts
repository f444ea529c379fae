import type { MovableClock } from './clock.ts'
import { createMissingError } from './errors.ts'
import { createEvent } from './events.ts'
import type { listFields } from './params/commonFields.ts'
import type { Field, Values } from './params/fields.ts'
import type { ObjectStore } from './store/objects.ts'
import {
  createList,
  type EventType,
  getId,
  type Kind,
  type ListResponse,
  type Objects,
  type Reference,
  type StoredEvent,
} from './types.ts'

export type PageFields = typeof listFields & { customer: Field<string | undefined> }

/**
 * The API request that causes a change. Both fields are null for a change by a hosted page or the console, and for a
 * scheduled change such as a renewal (`engine/dueChanges.ts`).
 */
export type EventRequest = StoredEvent['request']

type AccountDependencies = {
  store: ObjectStore
  clock: MovableClock
  pagesOrigin: string
  businessName: string
}

/** Reads and changes the account for one API request, hosted page, console command or scheduled change. */
export class Operation {
  readonly store: ObjectStore
  readonly request: EventRequest
  /** The origin of the hosted pages, without a trailing slash. */
  readonly pagesOrigin: string
  readonly businessName: string
  private readonly clock: MovableClock
  private readonly time: number

  constructor(
    { store, clock, pagesOrigin, businessName }: AccountDependencies,
    request: EventRequest = { id: null, idempotency_key: null },
  ) {
    this.store = store
    this.clock = clock
    this.time = clock.now()
    this.pagesOrigin = pagesOrigin
    this.businessName = businessName
    this.request = request
  }

  /** Converts a time on a client's clock to the account's time, both Unix times in seconds. */
  toAccountTime(clientTime: number): number {
    return clientTime + this.clock.offsetSeconds
  }

  /** Returns the account's time at the operation's start, as Unix time in seconds. */
  now(): number {
    return this.time
  }

  /** Returns an object. Throws Stripe's error about the parameter `param` when no object has the id. */
  getOrThrow<K extends Kind>(kind: K, reference: Reference, param = 'id'): Objects[K] {
    const found = this.store.get(kind, reference)
    if (found) return found
    throw createMissingError(kind, getId(reference) ?? '', param)
  }

  /**
   * Lists one page of the objects of a kind, newest first (https://docs.stripe.com/api/pagination). The object that
   * `starting_after` identifies need not match the filter, because it may have changed since the previous page.
   *
   * @param matches - a condition in addition to the customer and the time of creation
   * @throws StripeApiError 400 when the cursor is unknown
   */
  listPage<K extends Kind>(
    url: string,
    kind: K,
    params: Values<PageFields>,
    matches: (object: Objects[K]) => boolean,
  ): ListResponse<Objects[K]> {
    const { limit = 10, starting_after, created, customer } = params
    const conditions = ['kind = ?', 'deleted = 0']
    const values: (string | number)[] = [kind]
    const addCondition = (condition: string, value: string | number) => {
      conditions.push(condition)
      values.push(value)
    }
    if (customer !== undefined) addCondition('customer = ?', customer)
    if (starting_after !== undefined) {
      const row = this.store.prepare('select position from objects where id = ?').get(starting_after)
      if (!row) throw createMissingError(kind, starting_after, 'starting_after')
      addCondition('position < ?', Number(row.position))
    }
    const operators = { gte: '>=', lt: '<', lte: '<=' } as const
    for (const name of ['gte', 'lt', 'lte'] as const) {
      const bound = created?.[name]
      if (bound !== undefined) addCondition(`created ${operators[name]} ?`, bound)
    }
    const sql = `select body from objects where ${conditions.join(' and ')} order by position desc`
    const data: Objects[K][] = []
    for (const row of this.store.prepare(sql).iterate(...values)) {
      const object: Objects[K] = JSON.parse(String(row.body))
      if (!matches(object)) continue
      if (data.length === limit) return { object: 'list', url, has_more: true, data }
      data.push(object)
    }
    return createList(url, data)
  }

  /** Writes an object, and emits an event of the given type. An update that changes nothing emits none. */
  save<T extends Objects[Kind]>(body: T, type: EventType): T {
    const before = this.store.get(body.object, body.id)
    this.store.put(body)
    this.emit(type, body, before)
    return body
  }

  /** Emits an event, unless an update changes nothing. `before` is the previous state, for `previous_attributes`. */
  emit(type: EventType, object: object, before?: object): void {
    const event = createEvent(this.now(), this.request, type, object, before)
    const { previous_attributes } = event.data
    const isUnchanged = previous_attributes && Object.keys(previous_attributes).length === 0
    if (!type.endsWith('.updated') || !isUnchanged) this.store.addEvent(event)
  }
}

export type Account = {
  store: ObjectStore
  clock: MovableClock
  /** Starts an operation for an API request, or by default for a change without one, such as a renewal. */
  startOperation: (request?: EventRequest) => Operation
  /** Sends pending webhook deliveries. Call it after a transaction that may emit events. */
  sendPending: () => void
}

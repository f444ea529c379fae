import { missing } from './errors.ts'
import { eventOf, hasChanged } from './events.ts'
import type { ObjectStore } from './store/objects.ts'
import { type ListParams, type ListResponse, storedPage } from './store/page.ts'
import type { EventType, Kind, Objects, StoredEvent } from './types.ts'

/** The request that causes a change; its ids are null for what Stripe does by itself. */
export type Origin = StoredEvent['request']

/** The time of an account: the machine's, plus the seconds by which it was advanced. */
export type AccountClock = {
  /** Seconds since 1970. */
  now(): number
  /** Seconds ahead of the machine's clock, which clients use. */
  readonly offset: number
}

/** Reads and writes of one transaction, for an endpoint, a page or the passing of time. */
export class Work {
  readonly store: ObjectStore
  readonly origin: Origin
  /** The origin of the hosted pages, without a slash at the end. */
  readonly pages: string
  /** The business's public name. */
  readonly businessName: string
  private readonly clock: AccountClock

  constructor(parts: {
    store: ObjectStore
    clock: AccountClock
    pages: string
    businessName: string
    origin?: Origin | undefined
  }) {
    this.store = parts.store
    this.clock = parts.clock
    this.pages = parts.pages
    this.businessName = parts.businessName
    this.origin = parts.origin ?? { id: null, idempotency_key: null }
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

  /** A page of the objects of a kind that match the filter. */
  page<K extends Kind>(
    url: string,
    kind: K,
    params: ListParams,
    filter: { customer?: string | undefined; matches?: (object: Objects[K]) => boolean } = {},
  ): ListResponse<Objects[K]> {
    return storedPage(this.store, url, kind, params, filter)
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
    this.store.note(eventOf(this.now(), this.origin, type, object, before))
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

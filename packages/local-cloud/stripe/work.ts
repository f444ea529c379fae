import { missing } from './errors.ts'
import { emitEvent, hasChanged } from './events/emit.ts'
import type { ObjectStore } from './store/objects.ts'
import type { ListAnswer, ListParams } from './store/page.ts'
import { storedPage } from './store/storedPage.ts'
import { type EventType, idOf, type Kind, type Objects } from './types.ts'

/** Who asked for what is being done; null for what Stripe does by itself. */
export type Origin = { id: string | null; idempotency_key: string | null }

export const BY_ITSELF: Origin = { id: null, idempotency_key: null }

/** The time of an account: the machine's, moved by what somebody has advanced. */
export type AccountClock = {
  /** Seconds since 1970. */
  now(): number
  /** How far it is ahead of the machine's clock, by which clients reckon. Seconds. */
  readonly offset: number
}

/**
 * One piece of work on the account, inside one transaction: what an endpoint, a page or the passing of time does
 * its reading and writing with.
 */
export class Work {
  readonly store: ObjectStore
  readonly origin: Origin
  /** Where the hosted pages are. */
  readonly pages: string
  /** The business's public name. */
  readonly businessName: string
  private readonly clock: AccountClock

  /** `pages` is the origin of the hosted pages, without a slash at the end. */
  constructor(parts: {
    store: ObjectStore
    clock: AccountClock
    pages: string
    businessName: string
    origin?: Origin
  }) {
    this.store = parts.store
    this.clock = parts.clock
    this.pages = parts.pages
    this.businessName = parts.businessName
    this.origin = parts.origin ?? BY_ITSELF
  }

  /** A time that a client names, by its own clock, as the account's time. Seconds since 1970. */
  fromClient(seconds: number): number {
    return seconds + this.clock.offset
  }

  /** The time for an object: its test clock's, else the account's. Seconds since 1970. */
  now(testClock?: string | { id: string } | null): number {
    const id = idOf(testClock)
    const clock = id ? this.store.get('test_helpers.test_clock', id) : undefined
    return clock?.frozen_time ?? this.clock.now()
  }

  /** The time for a customer's objects. Seconds since 1970. */
  nowFor(customer: string | { id: string } | null | undefined): number {
    const id = idOf(customer)
    return this.now(id ? this.store.get('customer', id)?.test_clock : null)
  }

  /** An object, or the error that says that it is missing. `param` names where the id came from. */
  need<K extends Kind>(kind: K, id: string, param = 'id'): Objects[K] {
    const found = this.store.get(kind, id)
    if (found) return found
    throw missing(NAMES[kind] ?? kind, id, param)
  }

  /** A page of the objects of a kind, those of one customer and those that match when asked for. */
  page<K extends Kind>(
    url: string,
    kind: K,
    params: ListParams,
    filter: { customer?: string | undefined; matches?: (object: Objects[K]) => boolean } = {},
  ): ListAnswer<Objects[K]> {
    return storedPage(this.store, url, kind, params, filter)
  }

  /**
   * Writes an object and tells the account's webhooks with the event that goes with it. An update that changes
   * nothing is no event.
   */
  save<K extends Kind>(kind: K, body: Objects[K], type?: EventType): Objects[K] {
    const before = this.store.get(kind, body.id)
    this.store.put(kind, body)
    const same = type?.endsWith('.updated') && before && !hasChanged(before, body)
    if (type && !same) this.emit(type, body, before)
    return body
  }

  /** Records an event. With `before`, it says what has changed. */
  emit(type: EventType, object: object, before?: object): void {
    emitEvent(this, type, object, before)
  }
}

/** How work on an account is begun and ended. */
export type Account = {
  store: ObjectStore
  /** Something to do on the account; without an origin Stripe does it by itself. */
  work: (origin?: Origin) => Work
  /** Sends what has been noted for endpoints. Call it after every transaction. */
  wake: () => void
}

/** How errors name a kind. */
const NAMES: Partial<Record<Kind, string>> = {
  'billing_portal.configuration': 'configuration',
  'checkout.session': 'checkout.session',
  'test_helpers.test_clock': 'test clock',
  webhook_endpoint: 'webhook endpoint',
  payment_method: 'PaymentMethod',
}

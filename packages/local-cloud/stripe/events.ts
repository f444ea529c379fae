import { createId } from './ids.ts'
import type { EventType, Json, StoredEvent } from './types.ts'

/** The API version that stripe-node 23.1.0 sends, and the only one that is served. */
export const API_VERSION = '2026-10-28.endive'

/** Returns the earlier values of the fields that differ. Unlike Stripe, includes a nested object's unchanged fields. */
function collectPreviousValues(before: Json, after: Json): Json {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const serialize = (value: unknown) => JSON.stringify(value ?? null)
  const changed = [...names].filter((name) => serialize(before[name]) !== serialize(after[name]))
  return Object.fromEntries(changed.map((name) => [name, before[name] ?? null]))
}

function copyObject(object: object): Json {
  return JSON.parse(JSON.stringify(object))
}

/**
 * Creates an event.
 *
 * @param created - the Unix time of the event, in seconds
 * @param before - the object's previous state, for `previous_attributes`
 */
export function createEvent(
  created: number,
  request: StoredEvent['request'],
  type: EventType,
  object: object,
  before?: object,
): StoredEvent {
  const data = copyObject(object)
  const previous_attributes = before && collectPreviousValues(copyObject(before), data)
  return {
    id: createId('evt', 24),
    object: 'event',
    api_version: API_VERSION,
    created,
    data: { object: data, ...(previous_attributes && { previous_attributes }) },
    livemode: false,
    pending_webhooks: 0,
    request: { ...request },
    type,
  }
}

/**
 * Returns a function that shuffles events, because Stripe does not guarantee their order
 * (https://docs.stripe.com/webhooks#event-ordering). The same seed reproduces the same series of orders.
 *
 * @param seed - a whole number from 0 to 2³² - 1
 */
export function createShuffle(seed: number): <T>(items: readonly T[]) => T[] {
  let state = seed
  // The mulberry32 generator. Returns an integer from 0 up to, but not including, `end`.
  const pickIndex = (end: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end)
  }
  return (items) => {
    const remaining = [...items]
    return items.flatMap(() => remaining.splice(pickIndex(remaining.length), 1))
  }
}

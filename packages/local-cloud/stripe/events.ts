import { isRecord } from '../http/body.ts'
import { createId } from './ids.ts'
import type { EventType, Json, StoredEvent } from './types.ts'

/** The API version that stripe-node 23.1.0 sends, and the only one that is served. */
export const API_VERSION = '2026-10-28.endive'

/** The earlier values of the fields that differ, also inside of objects. */
function comparePrevious(before: Json, after: Json): Json {
  const previous: Json = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[name] ?? null, after[name] ?? null]
    if (JSON.stringify(old) === JSON.stringify(now)) continue
    if (!isRecord(old) || !isRecord(now)) {
      previous[name] = old
      continue
    }
    const inner = comparePrevious(old, now)
    if (Object.keys(inner).length > 0) previous[name] = inner
  }
  return previous
}

function copyObject(object: object): Json {
  return JSON.parse(JSON.stringify(object))
}

/** Whether two states of an object differ, in any order of their fields. */
export function hasChanged(before: object, after: object): boolean {
  return Object.keys(comparePrevious(copyObject(before), copyObject(after))).length > 0
}

/** An event about an object as it is at `created`. Seconds since 1970. */
export function createEvent(
  created: number,
  request: StoredEvent['request'],
  type: EventType,
  object: object,
  before?: object,
): StoredEvent {
  const data = copyObject(object)
  const previous =
    before && !type.endsWith('.created')
      ? { previous_attributes: comparePrevious(copyObject(before), data) }
      : {}
  return {
    id: createId('evt', 24),
    object: 'event',
    api_version: API_VERSION,
    created,
    data: { object: data, ...previous },
    livemode: false,
    pending_webhooks: 0,
    request: { ...request },
    type,
  }
}

/**
 * Returns a function that shuffles, differently each time and alike for the same seed: Stripe promises no order of events
 * (https://docs.stripe.com/webhooks#event-ordering).
 *
 * @param seed - a whole number from 0 to 2³² - 1
 */
export function createShuffle(seed: number): <T>(items: readonly T[]) => T[] {
  let state = seed
  const next = (end: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end)
  }
  return (items) => {
    const left = [...items]
    return items.flatMap(() => left.splice(next(left.length), 1))
  }
}

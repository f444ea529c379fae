import { newId } from '../ids.ts'
import type { ObjectStore } from '../store/objects.ts'
import type { EventType, Json, StoredEvent } from '../types.ts'
import { API_VERSION } from './version.ts'

/** What an event needs to know of the work that it comes from. */
type Emitter = {
  store: ObjectStore
  origin: StoredEvent['request']
  now(testClock: string | null): number
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What fields had before, as far as they differ; inside objects only the fields that do. */
function previousAttributes(before: Json, after: Json): Json {
  const previous: Json = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[name] ?? null, after[name] ?? null]
    if (JSON.stringify(old) === JSON.stringify(now)) continue
    if (!isJson(old) || !isJson(now)) {
      previous[name] = old
      continue
    }
    const inner = previousAttributes(old, now)
    if (Object.keys(inner).length > 0) previous[name] = inner
  }
  return previous
}

function copy(object: object): Json {
  return JSON.parse(JSON.stringify(object))
}

/** Whether two states of an object differ, whatever the order of their fields. */
export function hasChanged(before: object, after: object): boolean {
  return Object.keys(previousAttributes(copy(before), copy(after))).length > 0
}

/** The test clock that an object lives by, its own or its customer's. */
function clockOf({ store }: Emitter, object: Json): string | null {
  if (typeof object.test_clock === 'string') return object.test_clock
  const customer = typeof object.customer === 'string' ? store.get('customer', object.customer) : undefined
  return typeof customer?.test_clock === 'string' ? customer.test_clock : null
}

/** Notes an event about an object as it is now; it is recorded when the transaction ends. */
export function emitEvent(work: Emitter, type: EventType, object: object, before?: object): void {
  const data = copy(object)
  const event: StoredEvent = {
    id: newId('evt', 24),
    object: 'event',
    api_version: API_VERSION,
    created: work.now(clockOf(work, data)),
    data: {
      object: data,
      ...(before && !type.endsWith('.created')
        ? { previous_attributes: previousAttributes(copy(before), data) }
        : {}),
    },
    livemode: false,
    pending_webhooks: 0,
    request: { ...work.origin },
    type,
  }
  work.store.note(event)
}

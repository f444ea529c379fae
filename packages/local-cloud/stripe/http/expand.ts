import { invalid } from '../errors.ts'
import type { ObjectStore } from '../store/objects.ts'
import { includable } from './includable.ts'

const DEEPEST = 4

/** Fields that hold the id of an object and cannot be expanded all the same, by the kind of object or its place. */
const PLAIN: Record<string, readonly string[]> = {
  charge: ['payment_method'],
  line_item: ['invoice'],
  price_details: ['product'],
  subscription_item: ['subscription'],
  subscription_item_details: ['subscription', 'subscription_item'],
}

type Json = Record<string, unknown>

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function cannot(path: string): Error {
  return invalid(
    `This property cannot be expanded (${path}). You may want to try expanding a property of a list with 'data.' before it.`,
    'expand',
  )
}

/** What stands in place of a value that is to be expanded: the object itself when it is an id. */
function open(store: ObjectStore, value: unknown, path: string): unknown {
  if (value === null || isJson(value)) return value
  if (Array.isArray(value)) return value.map((entry) => open(store, entry, path))
  const found = typeof value === 'string' ? store.find(value) : undefined
  if (!found) throw cannot(path)
  return found
}

function walk(store: ObjectStore, target: unknown, segments: string[], path: string, place = ''): void {
  if (Array.isArray(target)) {
    for (const entry of target) walk(store, entry, segments, path)
    return
  }
  const [segment, ...rest] = segments
  if (!isJson(target) || segment === undefined) return
  // These may hold ids, but refer to nothing.
  if (segment === 'id' || segment === 'metadata') throw cannot(path)
  if (PLAIN[typeof target.object === 'string' ? target.object : place]?.includes(segment)) throw cannot(path)
  const added = includable(store, target, segment)
  if (added !== undefined && target[segment] === undefined) target[segment] = added
  if (!Object.hasOwn(target, segment)) throw cannot(path)
  const value = target[segment]
  if (
    typeof value === 'string' ||
    (Array.isArray(value) && value.some((entry) => typeof entry === 'string'))
  ) {
    target[segment] = open(store, value, path)
  } else if (!isJson(value) && !Array.isArray(value) && value !== null) {
    throw cannot(path)
  }
  if (rest.length > 0) walk(store, target[segment], rest, path, segment)
}

/**
 * An answer with the asked-for references replaced by their objects (https://docs.stripe.com/expand).
 *
 * @throws StripeProblem 400 when something cannot be expanded
 */
export function expanded(store: ObjectStore, answer: object, paths: readonly string[]): Json {
  const copy: Json = JSON.parse(JSON.stringify(answer))
  for (const path of paths) {
    const segments = path.split('.')
    const depth = segments.filter((segment) => segment !== 'data').length
    if (depth > DEEPEST) {
      throw invalid(`You cannot expand more than ${DEEPEST} levels of a property: ${path}`, 'expand')
    }
    walk(store, copy, segments, path)
  }
  return copy
}

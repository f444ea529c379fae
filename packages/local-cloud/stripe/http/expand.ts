import { isRecord } from '../../http/body.ts'
import { invalid, notSupported } from '../errors.ts'
import type { ObjectStore } from '../store/objects.ts'
import { createList, type Json } from '../types.ts'

/** Fields that hold an id and cannot be expanded, by the `object` field of their object, else by its place. */
const PLAIN: Record<string, readonly string[]> = {
  charge: ['payment_method'],
  line_item: ['invoice'],
  price_details: ['product'],
  subscription_item: ['subscription'],
}

/** Fields that are in a response only when they are expanded, by the kind of their object. */
const INCLUDABLE: Record<string, (store: ObjectStore, id: string) => unknown> = {
  'checkout.session.line_items': (store, id) => JSON.parse(store.setting(`line_items:${id}`) ?? 'null'),
  'invoice.payments': (store, id) =>
    createList(`/v1/invoice_payments?invoice=${id}`, store.children('invoice_payment', id)),
}

function createExpandProblem(path: string): Error {
  return invalid(`This property cannot be expanded (${path}).`, 'expand')
}

function resolveIds(store: ObjectStore, value: unknown, path: string): unknown {
  if (value === null || isRecord(value)) return value
  if (Array.isArray(value)) return value.map((entry) => resolveIds(store, entry, path))
  const found = typeof value === 'string' ? store.find(value) : undefined
  if (!found) throw createExpandProblem(path)
  return found
}

function expandPath(store: ObjectStore, target: unknown, segments: string[], path: string, place = ''): void {
  if (Array.isArray(target)) {
    for (const entry of target) expandPath(store, entry, segments, path)
    return
  }
  const [segment, ...rest] = segments
  if (!isRecord(target) || segment === undefined) return
  const kind = typeof target.object === 'string' ? target.object : place
  if (segment === 'id' || segment === 'metadata' || PLAIN[kind]?.includes(segment))
    throw createExpandProblem(path)
  target[segment] ??= INCLUDABLE[`${kind}.${segment}`]?.(store, String(target.id))
  if (target[segment] === undefined) throw notSupported(`the expansion of ${path}`)
  target[segment] = resolveIds(store, target[segment], path)
  if (rest.length > 0) expandPath(store, target[segment], rest, path, segment)
}

/**
 * A response with objects in place of the ids at these paths (https://docs.stripe.com/expand).
 *
 * @throws StripeProblem 400 for a field that is no reference, 501 for one that the object does not have here
 */
export function expandResponse(store: ObjectStore, response: object, paths: readonly string[]): Json {
  const copy: Json = JSON.parse(JSON.stringify(response))
  for (const path of paths) expandPath(store, copy, path.split('.'), path)
  return copy
}

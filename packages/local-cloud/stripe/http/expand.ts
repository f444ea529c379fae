import { isRecord } from '../../http/body.ts'
import { createInvalidError, createUnsupportedError } from '../errors.ts'
import type { ObjectStore } from '../store/objects.ts'
import { createList, type Json } from '../types.ts'

/** Fields that contain an id but cannot be expanded. The keys are values of `object`, or names of parent fields. */
const UNEXPANDABLE: Record<string, readonly string[]> = {
  charge: ['payment_method'],
  line_item: ['invoice'],
  price_details: ['product'],
  subscription_item: ['subscription'],
}

/** Fields that a response contains only when they are expanded. The keys are `<object>.<field>`. */
const INCLUDABLE: Record<string, (store: ObjectStore, id: string) => unknown> = {
  'checkout.session.line_items': (store, id) => JSON.parse(store.getSetting(`line_items:${id}`) ?? 'null'),
  'invoice.payments': (store, id) =>
    createList(`/v1/invoice_payments?invoice=${id}`, store.listChildren('invoice_payment', id)),
}

function createExpandError(path: string): Error {
  return createInvalidError(`This property cannot be expanded (${path}).`, 'expand')
}

function resolveIds(store: ObjectStore, value: unknown, path: string): unknown {
  if (value === null || isRecord(value)) return value
  if (Array.isArray(value)) return value.map((entry) => resolveIds(store, entry, path))
  const found = typeof value === 'string' ? store.findById(value) : undefined
  if (!found) throw createExpandError(path)
  return found
}

function expandPath(
  store: ObjectStore,
  target: unknown,
  segments: string[],
  path: string,
  parentField = '',
): void {
  if (Array.isArray(target)) {
    for (const entry of target) expandPath(store, entry, segments, path)
    return
  }
  const [segment, ...laterSegments] = segments
  if (!isRecord(target) || segment === undefined) return
  const kind = typeof target.object === 'string' ? target.object : parentField
  if (segment === 'id' || segment === 'metadata' || UNEXPANDABLE[kind]?.includes(segment))
    throw createExpandError(path)
  target[segment] ??= INCLUDABLE[`${kind}.${segment}`]?.(store, String(target.id))
  if (target[segment] === undefined) throw createUnsupportedError(`the expansion of ${path}`)
  target[segment] = resolveIds(store, target[segment], path)
  if (laterSegments.length > 0) expandPath(store, target[segment], laterSegments, path, segment)
}

/**
 * Returns a copy of a response with objects in place of the ids at these paths (https://docs.stripe.com/expand).
 *
 * @throws StripeApiError 400 for a field that is not a reference, 501 for a field that the local cloud's object lacks
 */
export function expandResponse(store: ObjectStore, response: object, paths: readonly string[]): Json {
  const copy: Json = JSON.parse(JSON.stringify(response))
  for (const path of paths) expandPath(store, copy, path.split('.'), path)
  return copy
}

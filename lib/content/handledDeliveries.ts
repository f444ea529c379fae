import { windowMs } from './webhookSignature'

/** The maximum number of stored keys, which exceeds the deliveries of a busy editor within the window. */
const maxKeys = 1000

/** The idempotency keys of deliveries that this process has handled, oldest first, with their time (ms since 1970). */
const handled = new Map<string, number>()

/**
 * Whether this process has handled a delivery of Sanity's webhook, which repeats the key with each retry
 * (https://www.sanity.io/docs/content-lake/webhook-best-practices).
 *
 * @param key - the `idempotency-key` header; null is never handled
 * @param now - milliseconds since 1970
 */
export function isHandled(key: string | null, now: number = Date.now()): boolean {
  const since = key === null ? undefined : handled.get(key)
  return since !== undefined && now - since <= windowMs
}

/** Stores the key of a delivery that was handled; after {@link windowMs} its signature is refused anyway. */
export function markHandled(key: string | null, now: number = Date.now()): void {
  if (key === null) return
  handled.delete(key)
  handled.set(key, now)
  const [oldest] = handled.keys()
  if (handled.size > maxKeys && oldest !== undefined) handled.delete(oldest)
}

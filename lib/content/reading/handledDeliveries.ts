import { maxDeliveryAgeMs } from './webhookSignature'

/** The maximum number of stored keys: more than the deliveries that a busy editor causes in {@link maxDeliveryAgeMs}. */
const maxKeys = 1000

/** The idempotency keys of deliveries that this process has handled, oldest first, with their time (ms since 1970). */
const handledKeys = new Map<string, number>()

/**
 * Whether this process has handled a delivery of Sanity's webhook in the last {@link maxDeliveryAgeMs}. Sanity repeats
 * the key with each retry (https://www.sanity.io/docs/content-lake/webhook-best-practices).
 *
 * @param key - the `idempotency-key` header; null counts as not handled
 * @param now - milliseconds since 1970
 */
export function isHandled(key: string | null, now: number = Date.now()): boolean {
  const handledAt = key === null ? undefined : handledKeys.get(key)
  return handledAt !== undefined && now - handledAt <= maxDeliveryAgeMs
}

/** Stores the key of a handled delivery for {@link maxDeliveryAgeMs}; later retries have an expired signature. */
export function markHandled(key: string | null, now: number = Date.now()): void {
  if (key === null) return
  handledKeys.delete(key)
  handledKeys.set(key, now)
  const [oldest] = handledKeys.keys()
  if (handledKeys.size > maxKeys && oldest !== undefined) handledKeys.delete(oldest)
}

import type { ValidationContext } from 'sanity'

/**
 * Caches the result of a request for a short time, because a form is validated on every keystroke. The request is not
 * repeated while it is in flight. Each client has its own cache, since “Restore site” validates an earlier version.
 *
 * @param request - receives a validation context, and optionally the cache key of its result
 * @returns a function whose promise resolves to undefined when the request fails
 */
export function cacheBriefly<Context extends Pick<ValidationContext, 'getClient'>, Result>(
  cacheMs: number,
  request: (context: Context, key: string) => Promise<Result>,
): (context: Context, key?: string) => Promise<Result | undefined> {
  type Entry = { key: string; expiresAt: number; result: Promise<Result | undefined> }
  const entries = new WeakMap<Context['getClient'], Entry>()
  return (context, key = '') => {
    const cached = entries.get(context.getClient)
    if (cached?.key === key && Date.now() < cached.expiresAt) return cached.result
    const result = request(context, key).catch(() => undefined)
    const entry = { key, expiresAt: Number.POSITIVE_INFINITY, result }
    result.then(() => {
      entry.expiresAt = Date.now() + cacheMs
    })
    entries.set(context.getClient, entry)
    return result
  }
}

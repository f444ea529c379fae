import 'server-only'
import { createClient } from '@sanity/client'
import { connection } from './config'

/**
 * Reads published content, without a token. Bypasses the CDN, which may lag behind the webhook that triggers the
 * read; the pages themselves are cached.
 */
export const client = createClient({ ...connection, useCdn: false, perspective: 'published' })

/** Whether the Content Lake responds without an error within the timeout. */
export function isContentReachable(timeoutMs: number): Promise<boolean> {
  const request = client.fetch('1', {}, { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) })
  return request.then(
    () => true,
    () => false,
  )
}

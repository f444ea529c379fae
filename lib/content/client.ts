import 'server-only'
import { createClient } from '@sanity/client'
import { connection } from './config'

/**
 * Reads published content, without a token. Bypasses the CDN, which may lag behind the webhook that triggers the
 * read; pages are cached here anyway.
 */
export const client = createClient({ ...connection, useCdn: false, perspective: 'published' })

/**
 * Whether the Content Lake responds.
 *
 * @param milliseconds - the timeout
 */
export function isContentReachable(milliseconds: number): Promise<boolean> {
  const request = client.fetch('1', {}, { cache: 'no-store', signal: AbortSignal.timeout(milliseconds) })
  return request.then(
    () => true,
    () => false,
  )
}

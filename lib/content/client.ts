import 'server-only'
import { createClient } from '@sanity/client'
import { connection } from './config'

/**
 * Reads published content, without a token. The CDN is left out since it may lag behind the webhook
 * that has just told us to read again; pages are cached here anyway.
 */
export const client = createClient({ ...connection, useCdn: false, perspective: 'published' })

/**
 * Asks whether the Content Lake answers.
 *
 * @param milliseconds - how long to wait for it
 */
export function isContentReachable(milliseconds: number): Promise<boolean> {
  const request = client.fetch('1', {}, { cache: 'no-store', signal: AbortSignal.timeout(milliseconds) })
  return request.then(
    () => true,
    () => false,
  )
}

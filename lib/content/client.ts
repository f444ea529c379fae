import 'server-only'
import { createClient } from '@sanity/client'
import { connection } from './config'

/**
 * Reads published content, without a token. The CDN is left out since it may lag behind the webhook
 * that has just told us to read again; pages are cached here anyway.
 */
export const client = createClient({ ...connection, useCdn: false, perspective: 'published' })

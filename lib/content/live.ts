import 'server-only'
import { defineLive } from 'next-sanity/live'
import { previewClient } from './previewClient'

/**
 * Draft mode only: reads drafts with the viewer's token, and streams changes into the page of an editor.
 * Visitors get neither (`fetchPublished` serves them).
 */
export const { SanityLive, sanityFetch } = defineLive({
  client: previewClient,
  serverToken: process.env.SANITY_API_READ_TOKEN ?? false,
  browserToken: process.env.SANITY_API_BROWSER_TOKEN ?? false,
  strict: true,
})

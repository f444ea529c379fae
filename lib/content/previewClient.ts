import 'server-only'
import { createClient } from 'next-sanity'
import { connection, studioPath } from './config'

/** Reads drafts with the viewer's token. Draft mode only; `client.ts` is what serves visitors. */
export const previewClient = createClient({
  ...connection,
  useCdn: false,
  token: process.env.SANITY_API_READ_TOKEN,
  stega: { studioUrl: studioPath },
})

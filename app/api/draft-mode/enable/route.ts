import { defineEnableDraftMode } from 'next-sanity/draft-mode'
import { previewClient } from '@/lib/content/draft'

export const maxDuration = 30

/** Presentation opens this with a secret that the Studio has just stored in the lake. */
export const { GET } = defineEnableDraftMode({ client: previewClient })

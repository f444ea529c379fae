import { pictureFields } from '@/components/ui/picture/query'

/** GROQ projection of a `video`: what the poster and the player need. */
export const videoFields = `
  title,
  source,
  url,
  "file": file.asset->{ _id, url, mimeType },
  "webm": webm.asset->{ _id, url, mimeType },
  "captions": captions.asset->{ _id, url },
  poster{${pictureFields}}
`

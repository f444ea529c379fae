import { videoFields } from '@/components/ui/video/query'

/** GROQ projection of a `tourVideoSection`. */
export const tourVideoSectionFields = `
  heading,
  text,
  video{${videoFields}}
`

import { pictureFields } from '@/components/ui/picture/query'

/** GROQ projection of a `missionSection`. */
export const missionSectionFields = `
  heading,
  text,
  picture{${pictureFields}}
`

import { pictureFields } from '@/components/ui/picture/query'

/** GROQ projection of a `pageIntroSection`. */
export const pageIntroSectionFields = `
  eyebrow,
  heading,
  lead,
  picture{${pictureFields}}
`

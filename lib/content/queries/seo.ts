import { pictureFields } from '@/components/ui/picture/query'

/** GROQ projection of a `seo` object. */
export const seoFields = `
  title,
  description,
  image{${pictureFields}}
`

import { pictureFields } from '@/components/ui/picture/query'

/** GROQ projection of a `serviceCardsSection`. */
export const serviceCardsSectionFields = `
  heading,
  cards[]{
    _key,
    title,
    text,
    points,
    picture{${pictureFields}}
  }
`

import { offerFields } from '@/components/membership/query'

/** GROQ projection of an `offerSection`, with the one offer that it shows. */
export const offerSectionFields = `
  eyebrow,
  heading,
  intro,
  checkoutLabel,
  "offer": *[_type == "offer" && _id == "offer"][0]{${offerFields}}
`

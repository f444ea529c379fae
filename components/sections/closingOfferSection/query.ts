import { checkoutTermsFields } from '@/components/membership/query'

/** GROQ projection of a `closingOfferSection`. */
export const closingOfferSectionFields = `
  heading,
  text,
  providersIntro,
  providers,
  availabilityNote,
  checkoutLabel,
  "offer": *[_type == "offer" && _id == "offer"][0]{${checkoutTermsFields}}
`

import { checkoutTermsFields } from '@/components/membership/query'
import { linkFields } from '@/components/ui/link/query'
import { videoFields } from '@/components/ui/video/query'

/** GROQ projection of a `heroSection`. */
export const heroSectionFields = `
  eyebrow,
  heading,
  lead,
  checkoutLabel,
  secondaryLink{${linkFields}},
  video{${videoFields}},
  "offer": *[_type == "offer" && _id == "offer"][0]{${checkoutTermsFields}}
`

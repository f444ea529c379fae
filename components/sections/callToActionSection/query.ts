import { checkoutTermsFields } from '@/components/membership/query'
import { linkFields } from '@/components/ui/link/query'

/** GROQ projection of a `callToActionSection`; the offer's terms only where there is a checkout button. */
export const callToActionSectionFields = `
  heading,
  text,
  checkoutLabel,
  links[]{${linkFields}},
  "offer": select(defined(checkoutLabel) => *[_type == "offer" && _id == "offer"][0]{${checkoutTermsFields}})
`

import { defineQuery } from 'groq'
import { featureFields } from '@/components/ui/feature/query'
import { seoFields } from './seo'

/** Everything the confirmation after checkout shows. */
export const successPageQuery = defineQuery(`*[_id == "successPage"][0]{
  _id,
  seo{${seoFields}},
  heading,
  lead,
  benefitsHeading,
  benefits,
  nextHeading,
  nextSteps[]{${featureFields}},
  homeLabel,
  "messages": *[_type == "messages" && _id == "messages"][0]{_id, afterCheckout}
}`)

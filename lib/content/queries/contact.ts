import { defineQuery } from 'groq'
import { featureFields } from '@/components/ui/feature/query'
import { linkFields } from '@/components/ui/link/query'
import { pictureFields } from '@/components/ui/picture/query'
import { seoFields } from './seo'

/** Everything the contact page shows. */
export const contactPageQuery = defineQuery(`*[_id == "contactPage"][0]{
  _id,
  seo{${seoFields}},
  eyebrow,
  heading,
  lead,
  formHeading,
  formIntro,
  emailLabel,
  phoneLabel,
  locationHeading,
  locationName,
  locationText,
  locationPicture{${pictureFields}},
  directionsLink{${linkFields}},
  reasonsHeading,
  reasons[]{${featureFields}},
  processHeading,
  processSteps[]{${featureFields}},
  "messages": *[_id == "messages"][0]{_id, contactForm}
}`)

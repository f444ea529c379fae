import { defineQuery } from 'groq'
import { sectionsFields } from '@/components/sections/query'
import { seoFields } from './seo'

/** Everything the services page shows. */
export const servicesPageQuery = defineQuery(`*[_id == "servicesPage"][0]{
  _id,
  seo{${seoFields}},
  sections[]{${sectionsFields}}
}`)

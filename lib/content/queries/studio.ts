import { defineQuery } from 'groq'
import { sectionsFields } from '@/components/sections/query'
import { seoFields } from './seo'

/** Everything the studio page shows. */
export const studioPageQuery = defineQuery(`*[_id == "studioPage"][0]{
  _id,
  seo{${seoFields}},
  sections[]{${sectionsFields}}
}`)

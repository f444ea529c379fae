import { defineQuery } from 'groq'
import { sectionsFields } from '@/components/sections/query'
import { seoFields } from './seo'

/** Everything the about page shows. */
export const aboutPageQuery = defineQuery(`*[_id == "aboutPage"][0]{
  _id,
  seo{${seoFields}},
  sections[]{${sectionsFields}}
}`)

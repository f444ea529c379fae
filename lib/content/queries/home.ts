import { defineQuery } from 'groq'
import { sectionsFields } from '@/components/sections/query'
import { seoFields } from './seo'

/** Everything the home page shows. */
export const homePageQuery = defineQuery(`*[_id == "homePage"][0]{
  _id,
  seo{${seoFields}},
  sections[]{${sectionsFields}},
  "messages": *[_type == "messages" && _id == "messages"][0]{_id, subscription}
}`)

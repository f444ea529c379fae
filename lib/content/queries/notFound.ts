import { defineQuery } from 'groq'
import { seoFields } from './seo'

/** Everything the 404 page shows. */
export const notFoundPageQuery = defineQuery(`*[_id == "notFoundPage"][0]{
  _id,
  seo{${seoFields}},
  heading,
  text,
  homeLabel
}`)

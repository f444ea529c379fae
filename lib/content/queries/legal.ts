import { defineQuery } from 'groq'
import { seoFields } from './seo'

/** Everything a legal page shows; `$id` is the document's id. */
export const legalPageQuery = defineQuery(`*[_type == "legalPage" && _id == $id][0]{
  _id,
  seo{${seoFields}},
  title,
  lastUpdated,
  summary,
  body
}`)

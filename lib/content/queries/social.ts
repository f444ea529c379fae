import { defineQuery } from 'groq'
import { pictureFields } from '@/components/ui/picture/query'

/** What the card of one page shows. */
export const socialQuery = defineQuery(`{
  "seo": *[_id == $id][0]{_id, "title": seo.title},
  "settings": *[_id == "siteSettings"][0]{_id, siteName, tagline, socialImage{${pictureFields}}}
}`)

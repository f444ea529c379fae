import { pictureFields } from '@/components/ui/picture/query'

/** GROQ projection of a `gallerySection`, with the one gallery that it shows. */
export const gallerySectionFields = `
  heading,
  intro,
  "gallery": *[_id == "gallery"][0]{
    _id,
    images[]{
      _key,
      caption,
      ${pictureFields}
    }
  }
`

import { defineQuery } from 'groq'

// Fragments that contain other fragments are `as const`, since the exact text of a query selects its result type.

/** GROQ projection of a `picture`; the asset is null when it was deleted. */
export const pictureFields = `
  alt,
  crop,
  hotspot,
  asset->{
    _id,
    metadata{
      lqip,
      dimensions{ width, height }
    }
  }
`

/** GROQ projection of a `link`. */
export const linkFields = `
  _key,
  label,
  kind,
  page,
  fragment,
  topic,
  url
`

/** GROQ projection of the `offer`: the terms that a buyer agrees to, and the id for cache tags. */
export const termFields = `
  _id,
  name,
  packageName,
  currency,
  introPrice,
  introMonths,
  regularPrice,
  shortTerms,
  renewalTerms,
  regularTerms
`

/** GROQ projection of the `offer`: the quantities that text can mention, and the values whose total it can mention. */
export const countFields = `
  inclusions[]{ quantity, counts },
  values[]{ amount }
`

/** GROQ query for the offer's numbers that any text can mention. */
export const offerNumbersQuery = defineQuery(
  `*[_type == "offer" && _id == "offer"][0]{ _id, currency, introPrice, introMonths, regularPrice, ${countFields} }`,
)

/** GROQ projection of a `feature`. */
export const featureFields = `
  _key,
  title,
  text
`

/** GROQ projection of the `offer`: the steps after the payment. */
export const offerStepFields = `
  nextHeading,
  nextSteps[]{${featureFields}}
` as const

/** GROQ projection of a `video`: the fields of its poster and player. */
export const videoFields = `
  title,
  source,
  url,
  "file": file.asset->{ _id, url, mimeType, "uploadedAt": _createdAt },
  "webm": webm.asset->{ _id, url, mimeType },
  "captions": captions.asset->{ _id, url },
  "descriptions": descriptions.asset->{ _id, url },
  poster{${pictureFields}}
` as const

/** GROQ projection of a `seo` object. */
export const seoFields = `
  title,
  description,
  image{${pictureFields}},
  noindex,
  canonical
` as const

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

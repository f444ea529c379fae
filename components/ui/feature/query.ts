/** GROQ projection of a `feature`. */
export const featureFields = `
  _key,
  title,
  text
`

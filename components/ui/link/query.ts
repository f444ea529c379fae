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

/** GROQ projection of a `statsSection`. */
export const statsSectionFields = `
  heading,
  stats[]{ _key, value, label }
`

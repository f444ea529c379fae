/** GROQ projection of an `equipmentSection`. */
export const equipmentSectionFields = `
  heading,
  intro,
  groups[]{
    _key,
    title,
    items[]{ _key, name, detail }
  }
`

import { textField } from '../fields/text'

/** Makes the field for a few words on the pages of members: a label, a button, a link. */
export function line(name: string, title: string, description: string, placeholders?: readonly string[]) {
  return textField({ name, title, description, placeholders, needed: placeholders, max: 80 })
}

/** Makes the field for a sentence or two on the pages of members. */
export function paragraph(
  name: string,
  title: string,
  description: string,
  placeholders?: readonly string[],
) {
  return textField({ name, title, description, placeholders, needed: placeholders, rows: 3, max: 320 })
}

import type { FieldDefinition } from 'sanity'

/** Puts fields on one tab of their form. */
export const assignGroup = (group: string, fields: FieldDefinition[]) =>
  fields.map((field) => ({ ...field, group }))

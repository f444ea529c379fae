import type { FieldDefinition } from 'sanity'

/** Assigns fields to a tab of their form. */
export const assignGroup = (group: string, fields: FieldDefinition[]) =>
  fields.map((field) => ({ ...field, group }))

import type { SchemaType } from 'sanity'
import { expect, it } from 'vitest'
import { createTestWorkspace } from '@/tests/support/workspace'

/** Fields that need no custom input: URLs, paths, identifiers, the email and the phone number. */
const exemptFields = new Set([
  ...['path', 'anchor', 'url', 'fragment', 'page', 'from', 'to', 'contactEmail', 'contactPhone'],
  ...['formerPaths', 'pagePaths'],
])

/** Returns the text fields of an object type, or the text items of an array type. */
function findTextFields(type: SchemaType): { name: string; type: SchemaType }[] {
  const members =
    type.jsonType === 'object'
      ? (type.fields ?? []).map((field) => ({ name: field.name, type: field.type }))
      : type.jsonType === 'array'
        ? type.of.map((item) => ({ name: type.name, type: item }))
        : []
  return members.filter(({ type }) => ['string', 'text'].includes(type.name))
}

it('every field whose text visitors see has the custom input that “Find” recognizes', async () => {
  const { schema } = await createTestWorkspace()
  const types = schema.getTypeNames().filter((name) => !name.includes('.') && name !== 'slug')
  const fieldsWithoutInput = types.flatMap((name) => {
    const type = schema.get(name)
    const textFields = type ? findTextFields(type) : []
    return textFields
      .filter(
        (field) =>
          !exemptFields.has(field.name) && !field.type.options?.list && !field.type.components?.input,
      )
      .map((field) => `${name}.${field.name}`)
  })
  expect(fieldsWithoutInput).toEqual([])
})

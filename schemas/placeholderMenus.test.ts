import type { SchemaType } from 'sanity'
import { expect, it } from 'vitest'
import { createTestWorkspace } from '@/tests/support/workspace'

/** Fields without visible text: URLs, paths and identifiers. */
const noTexts = new Set([
  ...['path', 'anchor', 'url', 'fragment', 'page', 'from', 'to', 'contactEmail', 'contactPhone'],
  ...['formerPaths', 'pagePaths'],
])

/** Returns the text fields and text lists of a type. */
function findTexts(type: SchemaType): { name: string; type: SchemaType }[] {
  const inner =
    type.jsonType === 'object'
      ? (type.fields ?? []).map((field) => ({ name: field.name, type: field.type }))
      : type.jsonType === 'array'
        ? type.of.map((item) => ({ name: type.name, type: item }))
        : []
  return inner.filter(({ type }) => ['string', 'text'].includes(type.name))
}

it('every visible text has the placeholder menu', async () => {
  const { schema } = await createTestWorkspace()
  const types = schema.getTypeNames().filter((name) => !name.includes('.') && name !== 'slug')
  const without = types.flatMap((name) => {
    const type = schema.get(name)
    const texts = type ? findTexts(type) : []
    return texts
      .filter((text) => !noTexts.has(text.name) && !text.type.options?.list && !text.type.components?.input)
      .map((text) => `${name}.${text.name}`)
  })
  expect(without).toEqual([])
})

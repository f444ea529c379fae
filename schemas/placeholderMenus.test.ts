import type { SchemaType } from 'sanity'
import { expect, it } from 'vitest'
import { testWorkspace } from '@/tests/support/workspace'

/** What visitors do not read as a text: addresses, and what the site goes by. */
const noTexts = new Set([
  ...['path', 'anchor', 'url', 'fragment', 'page', 'from', 'to', 'contactEmail', 'contactPhone'],
  ...['formerPaths', 'pagePaths'],
])

/** Fields and lists for text of the types of this site, with the way to each. */
function textsOf(type: SchemaType): { name: string; type: SchemaType }[] {
  const inner =
    type.jsonType === 'object'
      ? (type.fields ?? []).map((field) => ({ name: field.name, type: field.type }))
      : type.jsonType === 'array'
        ? type.of.map((item) => ({ name: type.name, type: item }))
        : []
  return inner.filter(({ type }) => ['string', 'text'].includes(type.name))
}

it('every text that visitors read has the menu of placeholders', async () => {
  const { schema } = await testWorkspace()
  const types = schema.getTypeNames().filter((name) => !name.includes('.') && name !== 'slug')
  const without = types.flatMap((name) => {
    const type = schema.get(name)
    const texts = type ? textsOf(type) : []
    return texts
      .filter((text) => !noTexts.has(text.name) && !text.type.options?.list && !text.type.components?.input)
      .map((text) => `${name}.${text.name}`)
  })
  expect(without).toEqual([])
})

import { expect, test } from 'vitest'
import { checkLimits } from './limits.ts'

const time = '2026-01-01T00:00:00Z'
const document = (fields: Record<string, unknown>) => ({
  ...{ _id: 'a', _type: 'post', _rev: 'r', _createdAt: time, _updatedAt: time },
  ...fields,
})

function nested(levels: number): Record<string, unknown> {
  let value: unknown = 'end'
  for (let level = 1; level < levels; level++) value = { [`level${level}`]: value }
  return { top: value }
}

const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, index]))

test('attributes may stand on 20 levels', () => {
  expect(() => checkLimits(document(nested(20)))).not.toThrow()
  expect(() => checkLimits(document(nested(21)))).toThrow('nested deeper than 20')
})

test('a document may have 1,000 attributes, those of array items counted once', () => {
  expect(() => checkLimits(document(numbered(995)))).not.toThrow()
  expect(() => checkLimits(document(numbered(996)))).toThrow('more than 1000 attributes')
  const items = Array.from({ length: 3000 }, (_, index) => ({ _key: `${index}`, text: 'x' }))
  expect(() => checkLimits(document({ items }))).not.toThrow()
})

test('a document may have 32 MB, counted in bytes', () => {
  expect(() => checkLimits(document({ text: 'x'.repeat(31_999_000) }))).not.toThrow()
  expect(() => checkLimits(document({ text: 'x'.repeat(32_000_000) }))).toThrow('larger than')
  expect(() => checkLimits(document({ text: 'ü'.repeat(16_000_000) }))).toThrow('larger than')
})

import { expect, it } from 'vitest'
import { digestOf } from './content.ts'

const page = { _id: 'drafts.page', _type: 'page', title: 'A page' }

it('ignores the revision that a draft began with, which an import cannot write', () => {
  const draft = { ...page, _system: { base: { id: 'page', rev: 'one' } } }
  expect(digestOf(draft)).toBe(digestOf(page))
  expect(digestOf({ ...page, _system: { base: { id: 'page', rev: 'two' } } })).toBe(digestOf(draft))
})

it('compares whether a version deletes its document', () => {
  const deletion = { ...page, _system: { delete: true } }
  expect(digestOf(deletion)).not.toBe(digestOf(page))
  expect(digestOf({ ...page, _system: { delete: true, base: { id: 'page' } } })).toBe(digestOf(deletion))
})

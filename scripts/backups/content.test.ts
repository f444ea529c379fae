import { expect, it } from 'vitest'
import { computeDigest } from './content.ts'

const page = { _id: 'drafts.page', _type: 'page', title: 'A page' }

it('a digest ignores the base revision of a draft, which an import cannot write', () => {
  const draft = { ...page, _system: { base: { id: 'page', rev: 'one' } } }
  expect(computeDigest(draft)).toBe(computeDigest(page))
  expect(computeDigest({ ...page, _system: { base: { id: 'page', rev: 'two' } } })).toBe(computeDigest(draft))
})

it('a digest includes the flag with which a release deletes the document, without the base revision', () => {
  const deletion = { ...page, _system: { delete: true } }
  expect(computeDigest(deletion)).not.toBe(computeDigest(page))
  expect(computeDigest({ ...page, _system: { delete: true, base: { id: 'page' } } })).toBe(
    computeDigest(deletion),
  )
})

import { expect, it } from 'vitest'
import type { ContentLake } from '../transactionLog'
import { findDocumentViolations } from './documentViolations'
import { diffDocuments, type StoredDocument } from './plan'

/** A Content Lake without assets. */
const contentLake: ContentLake = {
  config: () => ({ dataset: 'production' }),
  request: async () => ({}),
  fetch: async () => [],
}
const page = (fields: object): StoredDocument => ({
  _id: 'landing',
  _type: 'landingPage',
  _rev: 'r1',
  _createdAt: '2027-01-01T00:00:00Z',
  _updatedAt: '2027-01-01T00:00:00Z',
  sections: [{ heading: 'Heading' }],
  ...fields,
})

it('validates a moved landing page with its current path as a former path', async () => {
  const [current, past] = [page({ path: '/b', formerPaths: ['/a'] }), page({ path: '/a' })]
  const validatedFormerPaths: unknown[] = []
  const violations = await findDocumentViolations(
    contentLake,
    diffDocuments([current], [past]),
    [current],
    async (document) => {
      validatedFormerPaths.push(document.formerPaths)
      return []
    },
  )
  expect([validatedFormerPaths, violations]).toEqual([[['/b']], []])
})

it('reports validation errors and deleted pictures', async () => {
  const past = page({ path: '/a', picture: { asset: { _ref: 'image-abc-1x1-png' } } })
  const violations = await findDocumentViolations(contentLake, diffDocuments([], [past]), [], async () => [
    { level: 'error', message: 'Please fill in “Name”.' },
    { level: 'warning', message: 'Could be better.' },
  ])
  expect(violations.map(({ message }) => message)).toEqual([
    'Please fill in “Name”.',
    'One of its pictures or videos was deleted.',
  ])
})

it('refuses to delete a required document, but not a landing page', async () => {
  const current = [page({ _id: 'homePage', _type: 'homePage' }), page({ path: '/a' })]
  const violations = await findDocumentViolations(
    contentLake,
    diffDocuments(current, []),
    current,
    async () => [],
  )
  expect(violations).toEqual([
    { id: 'homePage', message: expect.stringContaining('The site needs this document') },
  ])
})

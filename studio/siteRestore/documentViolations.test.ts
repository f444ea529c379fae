import { expect, it } from 'vitest'
import type { ContentLake } from '../transactionLog'
import { findDocumentViolations } from './documentViolations'
import { diffDocuments, type Stored } from './plan'

/** A Content Lake without assets. */
const contentLake: ContentLake = {
  config: () => ({ dataset: 'production' }),
  request: async () => ({}),
  fetch: async () => [],
}
const page = (over: object): Stored => ({
  _id: 'landing',
  _type: 'landingPage',
  _rev: 'r1',
  _createdAt: '2027-01-01T00:00:00Z',
  _updatedAt: '2027-01-01T00:00:00Z',
  sections: [{ heading: 'There' }],
  ...over,
})

it('validates a moved landing page with its current path as a former path', async () => {
  const [now, then] = [page({ path: '/b', formerPaths: ['/a'] }), page({ path: '/a' })]
  const judged: unknown[] = []
  const violations = await findDocumentViolations(
    contentLake,
    diffDocuments([now], [then]),
    [now],
    async (document) => {
      judged.push(document.formerPaths)
      return []
    },
  )
  expect([judged, violations]).toEqual([[['/b']], []])
})

it('reports validation errors and deleted pictures', async () => {
  const then = page({ path: '/a', picture: { asset: { _ref: 'image-abc-1x1-png' } } })
  const violations = await findDocumentViolations(contentLake, diffDocuments([], [then]), [], async () => [
    { level: 'error', message: 'Please fill in “Name”.' },
    { level: 'warning', message: 'Could be better.' },
  ])
  expect(violations.map(({ message }) => message)).toEqual([
    'Please fill in “Name”.',
    'One of its pictures or videos was deleted.',
  ])
})

it('refuses to delete a required document, and allows others', async () => {
  const now = [page({ _id: 'homePage', _type: 'homePage' }), page({ path: '/a' })]
  const violations = await findDocumentViolations(contentLake, diffDocuments(now, []), now, async () => [])
  expect(violations).toEqual([
    { id: 'homePage', message: expect.stringContaining('The site needs this document') },
  ])
})

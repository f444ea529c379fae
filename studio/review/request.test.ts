import { evaluate, parse } from 'groq-js'
import { describe, expect, it } from 'vitest'
import { createReviewRequest, openRequestsQuery, parseReviewRequests } from './request'

const request = {
  ...createReviewRequest({ id: 'aboutPage', type: 'aboutPage' }, '  Is the second paragraph too long? '),
  _updatedAt: '2027-03-01T18:00:00Z',
}
const log = [
  { id: '2', timestamp: '2027-03-01T18:00:00Z', author: 'casey', documentIDs: [request._id] },
  { id: '1', timestamp: '2027-02-01T18:00:00Z', author: 'eden', documentIDs: [request._id] },
]
const createPublished = (updatedAt: string) => ({
  _id: 'aboutPage',
  _type: 'aboutPage',
  _updatedAt: updatedAt,
})
const draft = { _id: 'drafts.aboutPage', _type: 'aboutPage' }

async function listOpenRequests(...documents: object[]) {
  const value = await evaluate(parse(openRequestsQuery), { dataset: [request, ...documents] })
  return parseReviewRequests(await value.get(), log).map(
    ({ document, note, author }) => `${author} of ${document}: ${note}`,
  )
}

it('derives the request’s draft id from its document', () => {
  expect(request._id).toBe('drafts.review-aboutPage')
})

describe('a review request', () => {
  const openRequest = ['casey of aboutPage: Is the second paragraph too long?']
  it('is open while its document has a draft and was not published since', async () => {
    expect(await listOpenRequests(draft)).toEqual(openRequest)
    expect(await listOpenRequests(draft, createPublished('2027-02-01T00:00:00Z'))).toEqual(openRequest)
  })
  it('is closed when its document was published since or has no draft', async () => {
    expect(await listOpenRequests(createPublished('2027-03-01T18:05:00Z'))).toEqual([])
    expect(await listOpenRequests(draft, createPublished('2027-03-01T18:05:00Z'))).toEqual([])
    expect(await listOpenRequests()).toEqual([])
  })
})

it('skips invalid requests', () => {
  expect(parseReviewRequests([{ _id: 'drafts.review-x', note: 'by hand' }], log)).toEqual([])
  expect(parseReviewRequests(null, log)).toEqual([])
})

it('reads the author from the transaction log and the time from `_updatedAt`, not from other fields', async () => {
  const forged = { ...request, by: 'Avery Administrator', at: '9998-01-01T00:00:00Z' }
  const value = await evaluate(parse(openRequestsQuery), { dataset: [forged, draft] })
  expect(parseReviewRequests(await value.get(), log)).toMatchObject([
    { author: 'casey', at: '2027-03-01T18:00:00Z' },
  ])
  const closed = await evaluate(parse(openRequestsQuery), {
    dataset: [forged, draft, createPublished('2027-03-01T18:05:00Z')],
  })
  expect(await closed.get()).toEqual([])
})

it('parses a request without an author when the log does not reach back to it', async () => {
  const value = await evaluate(parse(openRequestsQuery), { dataset: [request, draft] })
  expect(parseReviewRequests(await value.get(), [])).toMatchObject([{ author: null }])
})

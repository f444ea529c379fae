import { evaluate, parse } from 'groq-js'
import { describe, expect, it } from 'vitest'
import { openRequests, requestsIn, reviewRequest } from './request'

const asked = reviewRequest(
  { id: 'aboutPage', type: 'aboutPage' },
  'Casey',
  '  Is the second paragraph too long? ',
  new Date('2027-03-01T18:00:00Z'),
)
const published = (at: string) => ({ _id: 'aboutPage', _type: 'aboutPage', _updatedAt: at })
const draft = { _id: 'drafts.aboutPage', _type: 'aboutPage' }

async function open(...documents: object[]) {
  const value = await evaluate(parse(openRequests), { dataset: [asked, ...documents] })
  return requestsIn(await value.get()).map(({ document, note, by }) => `${by} of ${document}: ${note}`)
}

it('is a draft for ever, one for each document', () => {
  expect(asked._id).toBe('drafts.review-aboutPage')
})

describe('a request is open', () => {
  const note = ['Casey of aboutPage: Is the second paragraph too long?']
  it('while its draft waits', async () => {
    expect(await open(draft)).toEqual(note)
    expect(await open(draft, published('2027-02-01T00:00:00Z'))).toEqual(note)
  })
  it('and no longer when the draft was published or is gone', async () => {
    expect(await open(published('2027-03-01T18:05:00Z'))).toEqual([])
    expect(await open(draft, published('2027-03-01T18:05:00Z'))).toEqual([])
    expect(await open()).toEqual([])
  })
})

it('leaves out what is no request', () => {
  expect(requestsIn([{ _id: 'drafts.review-x', note: 'by hand' }])).toEqual([])
  expect(requestsIn(null)).toEqual([])
})

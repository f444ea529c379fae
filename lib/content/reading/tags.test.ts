import { describe, expect, it } from 'vitest'
import { collectDocumentIds, getDocumentTag } from './tags'

describe('getDocumentTag', () => {
  it('is the same for a document and its draft', () => {
    expect(getDocumentTag('homePage')).toBe('content:homePage')
    expect(getDocumentTag('drafts.homePage')).toBe('content:homePage')
  })
})

describe('collectDocumentIds', () => {
  it('finds documents and references at any depth, without duplicates', () => {
    const result = {
      _id: 'homePage',
      sections: [
        { video: { poster: { asset: { _id: 'image-a' } } } },
        { picture: { asset: { _ref: 'image-b' } } },
        { again: { _id: 'homePage' } },
        null,
      ],
    }
    expect(collectDocumentIds(result)).toEqual(['homePage', 'image-a', 'image-b'])
  })

  it('finds nothing in null or a string', () => {
    expect(collectDocumentIds(null)).toEqual([])
    expect(collectDocumentIds('text')).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { documentIdsIn, documentTag } from './tags'

describe('documentTag', () => {
  it('is the same for a document, its draft and its versions', () => {
    expect(documentTag('homePage')).toBe('content:homePage')
    expect(documentTag('drafts.homePage')).toBe('content:homePage')
    expect(documentTag('versions.spring.homePage')).toBe('content:homePage')
  })
})

describe('documentIdsIn', () => {
  it('finds documents and references at any depth, each once', () => {
    const result = {
      _id: 'homePage',
      sections: [
        { video: { poster: { asset: { _id: 'image-a' } } } },
        { picture: { asset: { _ref: 'image-b' } } },
        { again: { _id: 'homePage' } },
        null,
      ],
    }
    expect(documentIdsIn(result)).toEqual(['homePage', 'image-a', 'image-b'])
  })

  it('finds nothing in nothing', () => {
    expect(documentIdsIn(null)).toEqual([])
    expect(documentIdsIn('text')).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { collectDocumentIds, documentTag } from './tags'

describe('documentTag', () => {
  it('is the same for a document, its draft and its versions', () => {
    expect(documentTag('homePage')).toBe('content:homePage')
    expect(documentTag('drafts.homePage')).toBe('content:homePage')
    expect(documentTag('versions.spring.homePage')).toBe('content:homePage')
  })
})

describe('collectDocumentIds', () => {
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
    expect(collectDocumentIds(result)).toEqual(['homePage', 'image-a', 'image-b'])
  })

  it('finds nothing in empty values', () => {
    expect(collectDocumentIds(null)).toEqual([])
    expect(collectDocumentIds('text')).toEqual([])
  })
})

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { collectDocumentIds, getDocumentTag } from './tags'

describe('getDocumentTag', () => {
  it('returns the same tag for a document and its draft', () => {
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

it('every cached query returns the id of each document that it projects', () => {
  const types = readFileSync('lib/content/types.generated.ts', 'utf8')
  const queries = [...types.matchAll(/^ {4}("(?:[^"\\]|\\.)+"): (\w+)QueryResult;$/gm)]
  expect(queries.length).toBeGreaterThan(10)
  // The error page is built once; emails read their messages without a cache.
  const cachedQueries = queries.filter(([, , name = '']) => !['ErrorPage', 'MailTexts'].includes(name))
  /** Matches the filter or reference of a document, and its projection up to the first nested projection. */
  const projection = /(?:\*\[(?:[^[\]]|\[[^\]]*\])*\](?:\[[^\]]*\]|\s|\|\s*order\([^)]*\))*|->\s*)\{[^{}]*/g
  const projections = cachedQueries.flatMap(
    ([, query = '""']) => String(JSON.parse(query)).match(projection) ?? [],
  )
  expect(projections.length).toBeGreaterThan(20)
  expect(projections.filter((text) => !/\{.*(\b_id\b|\.\.\.)/s.test(text))).toEqual([])
})

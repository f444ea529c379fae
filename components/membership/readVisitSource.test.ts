import { describe, expect, it, vi } from 'vitest'
import { readVisitSource } from './readVisitSource'

describe('readVisitSource', () => {
  const read = (url: string, referrer: string) => {
    vi.stubGlobal('location', new URL('https://site.example/services'))
    vi.stubGlobal('document', { referrer })
    vi.stubGlobal('performance', { getEntriesByType: () => [{ name: url }] })
    return readVisitSource()
  }

  it('reads the UTM parameters of the first loaded page, and only the host of its referrer', () => {
    const url = 'https://site.example/?utm_source=podcast&utm_medium=audio&other=1'
    expect(read(url, 'https://search.example/results?q=private')).toEqual({
      utm_source: 'podcast',
      utm_medium: 'audio',
      referrer_host: 'search.example',
    })
  })

  it.each(['', 'https://site.example/about'])('returns no referrer for %j', (referrer) => {
    expect(read('https://site.example/', referrer)).toEqual({})
  })
})

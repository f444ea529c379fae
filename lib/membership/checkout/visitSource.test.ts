import { describe, expect, it } from 'vitest'
import { parseVisitSource } from './visitSource'

describe('parseVisitSource', () => {
  it('returns the known values, in any language', () => {
    const values = {
      utm_source: 'newsletter',
      utm_campaign: 'Été 2027 (A/B)',
      referrer_host: 'search.example:8080',
    }
    expect(parseVisitSource({ ...values, gclid: 'abc' })).toEqual(values)
  })

  it.each([undefined, null, 'text', { utm_source: 7 }, { utm_source: 'x'.repeat(101) }, { utm_term: '' }])(
    'omits malformed values: %j',
    (values) => expect(parseVisitSource(values)).toEqual({}),
  )

  it('omits values with an email, markup or a line break', () => {
    expect(parseVisitSource({ utm_source: 'ada@example.com', utm_term: '<b>', utm_medium: 'a\nb' })).toEqual(
      {},
    )
  })
})

import { describe, expect, it } from 'vitest'
import { findInboundLinks, linkingTypes } from './inboundLinks'

const page = {
  _id: 'page-of-coaches',
  _type: 'landingPage',
  path: '/podcast-for-coaches',
  formerPaths: ['/coaches'],
}

const link = (to: string) => ({ _type: 'link', kind: 'page', page: to, label: 'Coaches' })

describe('findInboundLinks', () => {
  it.each([
    ['a section', { _id: 'homePage', _type: 'homePage', sections: [{ links: [link('/coaches')] }] }],
    [
      'an announcement',
      { _id: 'holiday', _type: 'announcement', links: [{ ...link('/podcast-for-coaches') }] },
    ],
    [
      'a redirect',
      { _id: 'redirects', _type: 'redirects', rules: [{ from: '/old', to: '/Podcast-for-Coaches#offer' }] },
    ],
  ])('finds a link from %s', (_title, document) => {
    expect(findInboundLinks(page, [document])).toEqual([document])
    expect(linkingTypes).toContain(document._type)
  })

  it('ignores links to other pages, and links of the page itself', () => {
    const documents = [
      { _id: 'homePage', _type: 'homePage', sections: [{ links: [link('/services')] }] },
      { ...page, sections: [{ links: [link('/coaches')] }] },
      { _id: 'redirects', _type: 'redirects', rules: [{ from: '/coaches', to: 'https://example.com/' }] },
    ]
    expect(findInboundLinks(page, documents)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { documentsLeadingTo, leadingTypes } from './leading'

const page = {
  _id: 'page-of-coaches',
  _type: 'landingPage',
  path: '/podcast-for-coaches',
  formerPaths: ['/coaches'],
}

const link = (to: string) => ({ _type: 'link', kind: 'page', page: to, label: 'Coaches' })

describe('documentsLeadingTo', () => {
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
  ])('finds %s', (_what, document) => {
    expect(documentsLeadingTo(page, [document])).toEqual([document])
    expect(leadingTypes).toContain(document._type)
  })

  it('leaves out what leads elsewhere, and the page itself', () => {
    const documents = [
      { _id: 'homePage', _type: 'homePage', sections: [{ links: [link('/services')] }] },
      { ...page, sections: [{ links: [link('/coaches')] }] },
      { ...page, _id: `versions.rSpring.${page._id}`, sections: [{ links: [link('/coaches')] }] },
      { _id: 'redirects', _type: 'redirects', rules: [{ from: '/coaches', to: 'https://example.com/' }] },
    ]
    expect(documentsLeadingTo(page, documents)).toEqual([])
  })
})

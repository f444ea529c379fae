import { describe, expect, it } from 'vitest'
import { findInboundLinks, findLostSections, linkingTypes, toPublishedPage } from './links'

const page = {
  _id: 'page-of-coaches',
  _type: 'landingPage',
  path: '/podcast-for-coaches',
  formerPaths: ['/coaches'],
}

const coachesLink = (to: string) => ({ _type: 'link', kind: 'page', page: to, label: 'Coaches' })

describe('findInboundLinks', () => {
  it.each([
    ['a section', { _id: 'homePage', _type: 'homePage', sections: [{ links: [coachesLink('/coaches')] }] }],
    [
      'an announcement',
      { _id: 'holiday', _type: 'announcement', links: [{ ...coachesLink('/podcast-for-coaches') }] },
    ],
    [
      'a redirect',
      { _id: 'redirects', _type: 'redirects', rules: [{ from: '/old', to: '/Podcast-for-Coaches#offer' }] },
    ],
  ])('finds a link from %s', (_title, document) => {
    expect(findInboundLinks(toPublishedPage(page), [document])).toEqual([document])
    expect(linkingTypes).toContain(document._type)
  })

  it('ignores links to other pages, and links from the page itself', () => {
    const documents = [
      { _id: 'homePage', _type: 'homePage', sections: [{ links: [coachesLink('/services')] }] },
      { ...page, sections: [{ links: [coachesLink('/coaches')] }] },
      { _id: 'redirects', _type: 'redirects', rules: [{ from: '/coaches', to: 'https://example.com/' }] },
    ]
    expect(findInboundLinks(toPublishedPage(page), documents)).toEqual([])
  })
})

const services = (...sections: object[]) => ({ _id: 'drafts.servicesPage', _type: 'servicesPage', sections })
const published = services({ _key: 'a', anchor: 'offer' }, { _key: 'b', anchor: 'steps' }, { _key: 'c' })
const link = (fragment: string) => ({ _type: 'link', kind: 'page', page: '/services', fragment })
const documents = [
  { _id: 'homePage', _type: 'homePage', sections: [{ links: [link('offer'), link('offer')] }] },
  { _id: 'siteSettings', _type: 'siteSettings', footerLinks: [link('steps')] },
  { _id: 'redirects', _type: 'redirects', rules: [{ from: '/flyer', to: '/Services#offer' }] },
]

it('reports the removal of a linked section, and lists the links', () => {
  expect(findLostSections(services({ _key: 'c' }), published, documents)).toEqual([
    {
      path: ['sections'],
      message: expect.stringContaining('Home (2), redirects, Checkout’s return URL.'),
    },
    {
      path: ['sections'],
      message: expect.stringContaining('“steps” anymore, but these link to it: site settings.'),
    },
  ])
})

it('reports a changed link name of a linked section, with the error on that field', () => {
  const renamed = services({ _key: 'a', anchor: 'our-offer' }, { _key: 'b', anchor: 'steps' })
  expect(findLostSections(renamed, published, documents)).toEqual([
    { path: ['sections', { _key: 'a' }, 'anchor'], message: expect.stringContaining('“offer”') },
  ])
})

it('finds a landing page’s link to its own removed section through a former path', () => {
  const landing = { _id: 'l', _type: 'landingPage', path: '/new', formerPaths: ['/old'] }
  const before = { ...landing, sections: [{ _key: 'a', anchor: 'steps' }] }
  const ownLink = { kind: 'page', page: '/old', fragment: 'steps' }
  const after = { ...landing, title: 'Coaches', sections: [{ _key: 'b', links: [ownLink] }] }
  expect(findLostSections(after, before, [])[0]?.message).toContain('Coaches')
})

it('accepts the removal of an unlinked section, a moved link name, and reordered sections', () => {
  const unlinked = documents.slice(1, 2)
  const moved = services({ _key: 'b', anchor: 'steps' }, { _key: 'd', anchor: 'offer' })
  expect(findLostSections(moved, published, documents)).toEqual([])
  const about = { _id: 'aboutPage', _type: 'aboutPage', sections: [] }
  const withSteps = { ...about, sections: [{ _key: 'a', anchor: 'steps' }] }
  expect(findLostSections(about, withSteps, unlinked)).toEqual([])
  expect(findLostSections(services(), null, documents)).toEqual([])
})

import { describe, expect, it } from 'vitest'
import { singletonTypes } from '../fixedDocuments'
import { findForbiddenDeletions, findInboundLinks, linkingTypes } from './inboundLinks'

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
      { ...page, _id: `versions.rSpring.${page._id}`, sections: [{ links: [link('/coaches')] }] },
      { _id: 'redirects', _type: 'redirects', rules: [{ from: '/coaches', to: 'https://example.com/' }] },
    ]
    expect(findInboundLinks(page, documents)).toEqual([])
  })
})

describe('findForbiddenDeletions', () => {
  const deletedPage = {
    ...page,
    _id: `versions.rUndo.${page._id}`,
    path: '/elsewhere',
    _system: { delete: true },
  }
  const createHomePage = (id: string, to: string) => ({
    _id: id,
    _type: 'homePage',
    sections: [{ links: [link(to)] }],
  })
  const linkingHome = createHomePage('homePage', '/coaches')

  it('finds a linked page that a release deletes, by its published path', () => {
    const found = [{ page, inboundLinks: [linkingHome] }]
    expect(findForbiddenDeletions([page, deletedPage, linkingHome])).toEqual(found)
    expect(findForbiddenDeletions([page, deletedPage, linkingHome], 'rUndo')).toEqual(found)
    expect(findForbiddenDeletions([page, deletedPage, linkingHome], 'rOther')).toEqual([])
  })

  it('ignores a page that the release does not delete, to which it also removes the links, or that was never published', () => {
    const second = { ...page, _id: 'second', path: '/second', sections: [{ links: [link('/coaches')] }] }
    const deletedSecond = { ...second, _id: 'versions.rUndo.second', _system: { delete: true } }
    const changed = createHomePage('versions.rUndo.homePage', '/services')
    expect(findForbiddenDeletions([page, deletedPage, linkingHome, changed])).toEqual([])
    expect(findForbiddenDeletions([page, deletedPage, second, deletedSecond])).toEqual([])
    expect(findForbiddenDeletions([page, deletedPage, second])).toHaveLength(1)
    expect(findForbiddenDeletions([page, { ...deletedPage, _system: {} }, linkingHome])).toEqual([])
    expect(findForbiddenDeletions([deletedPage, linkingHome])).toEqual([])
  })

  it('finds every singleton that a release deletes, even without links to it', () => {
    for (const type of singletonTypes) {
      const required = { _id: type, _type: type }
      const deleted = { ...required, _id: `versions.rUndo.${type}`, _system: { delete: true } }
      expect(findForbiddenDeletions([required, deleted], 'rUndo')).toEqual([
        { page: required, inboundLinks: [] },
      ])
      expect(linkingTypes).toContain(type)
    }
  })

  it('finds a page to which another release links', () => {
    const planned = createHomePage('versions.rOther.homePage', '/coaches')
    expect(
      findForbiddenDeletions([page, deletedPage, planned, createHomePage('homePage', '/services')]),
    ).toHaveLength(1)
  })
})

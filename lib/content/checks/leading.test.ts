import { describe, expect, it } from 'vitest'
import { singletonTypes } from '../fixedDocuments'
import { documentsLeadingTo, leadingTypes, lostWithRelease } from './leading'

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

describe('lostWithRelease', () => {
  const gone = { ...page, _id: `versions.rUndo.${page._id}`, path: '/elsewhere', _system: { delete: true } }
  const home = (id: string, to: string) => ({
    _id: id,
    _type: 'homePage',
    sections: [{ links: [link(to)] }],
  })
  const leadingHome = home('homePage', '/coaches')

  it('finds what leads to the address that visitors know', () => {
    const found = [{ page, leading: [leadingHome] }]
    expect(lostWithRelease([page, gone, leadingHome])).toEqual(found)
    expect(lostWithRelease([page, gone, leadingHome], 'rUndo')).toEqual(found)
    expect(lostWithRelease([page, gone, leadingHome], 'rOther')).toEqual([])
  })

  it('leaves out what the release changes or takes away, too, and pages that stay or were never there', () => {
    const second = { ...page, _id: 'second', path: '/second', sections: [{ links: [link('/coaches')] }] }
    const secondGone = { ...second, _id: 'versions.rUndo.second', _system: { delete: true } }
    const changed = home('versions.rUndo.homePage', '/services')
    expect(lostWithRelease([page, gone, leadingHome, changed])).toEqual([])
    expect(lostWithRelease([page, gone, second, secondGone])).toEqual([])
    expect(lostWithRelease([page, gone, second])).toHaveLength(1)
    expect(lostWithRelease([page, { ...gone, _system: {} }, leadingHome])).toEqual([])
    expect(lostWithRelease([gone, leadingHome])).toEqual([])
  })

  it('finds every required document that the release would delete, linked or not', () => {
    for (const type of singletonTypes) {
      const required = { _id: type, _type: type }
      const deleted = { ...required, _id: `versions.rUndo.${type}`, _system: { delete: true } }
      expect(lostWithRelease([required, deleted], 'rUndo')).toEqual([{ page: required, leading: [] }])
      expect(leadingTypes).toContain(type)
    }
  })

  it('counts what is in another release', () => {
    const planned = home('versions.rOther.homePage', '/coaches')
    expect(lostWithRelease([page, gone, planned, home('homePage', '/services')])).toHaveLength(1)
  })
})

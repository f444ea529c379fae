import { describe, expect, it } from 'vitest'
import { seedDocument, seedDocuments } from '@/tests/support/seedDocuments'
import { findAdvice } from './advice'
import { type PublishedPage, toPublishedPage } from './links'
import { findViolations } from './violations'
import type { Fields } from './walk'

const published = seedDocuments().map(toPublishedPage)
const findProblems = (document: Fields, publishedPages: readonly PublishedPage[] | undefined) =>
  findViolations(document, {
    publishedPages,
    landingPages: [],
    offer: undefined,
    previous: null,
    linkingDocuments: [],
  })
const getViolations = (document: Fields) => findProblems(document, published)
const getAdvice = (document: Fields) => findAdvice(document, published)

const pageWithLink = (overrides: object) => ({
  _id: 'homePage',
  sections: [{ _key: 'a', heading: 'Here', links: [{ _key: 'b', kind: 'page', ...overrides }] }],
})
const picture = (alt: string, overrides: object = {}) => ({
  alt,
  asset: { _ref: `image-${alt}` },
  ...overrides,
})
const settings = (pages: string[]) => ({
  _id: 'siteSettings',
  _type: 'siteSettings',
  footerLinks: pages.map((page, index) => ({ _key: `k${index}`, kind: 'page', page })),
})

describe('the seed', () => {
  it.each(seedDocuments().map((document) => [document._id, document] as const))(
    '%s has no violations and gets no advice',
    (_, document) => {
      expect([getViolations(document), getAdvice(document)]).toEqual([[], []])
    },
  )
})

describe('violations', () => {
  it('include a footer that lacks a link to the terms or the privacy page', () => {
    expect(getViolations(settings(['/terms', '/privacy', '/about']))).toEqual([])
    expect(getViolations(settings(['/privacy']))).toEqual([
      { path: ['footerLinks'], message: expect.stringContaining('“Terms”') },
    ])
    expect(getViolations(settings([]))).toHaveLength(2)
  })

  it('include a page without visible content', () => {
    const hiddenSection = { _key: 'a', hidden: true, heading: 'Gone' }
    expect(
      getViolations({ _id: 'homePage', sections: [hiddenSection, { _key: 'b', heading: 'There' }] }),
    ).toEqual([])
    expect(getViolations({ _id: 'homePage', sections: [hiddenSection] })).toEqual([
      { path: ['sections'], message: expect.stringContaining('is hidden') },
    ])
    const testimonials = (consent?: string) => ({
      _type: 'testimonialsSection',
      heading: 'What members say',
      testimonials: [{ _key: 't', quote: 'Good', consent }],
    })
    expect(getViolations({ _id: 'homePage', sections: [hiddenSection, testimonials()] })).toEqual([
      { path: ['sections'], message: expect.stringContaining('This page would be empty') },
    ])
    expect(getViolations({ _id: 'homePage', sections: [testimonials('2026-05-01')] })).toEqual([])
    const team = (...people: object[]) => ({ _type: 'teamSection', heading: 'The people', people })
    const episodeList = (...episodes: object[]) => ({
      _type: 'episodesSection',
      heading: 'Heard here',
      episodes,
    })
    expect(getViolations({ _id: 'homePage', sections: [team(), episodeList()] })).toEqual([
      { path: ['sections'], message: expect.stringContaining('would be empty') },
    ])
    expect(getViolations({ _id: 'homePage', sections: [team({ _key: 'p', name: 'A' })] })).toEqual([])
    expect(getViolations({ _id: 'homePage', sections: [episodeList({ _key: 'e', title: 'A' })] })).toEqual([])
  })

  it('include a page without a heading', () => {
    const numbers = { _key: 'n', _type: 'statsSection', stats: [{ value: '500+', label: 'episodes' }] }
    expect(
      getViolations({ _id: 'homePage', sections: [numbers, { heading: 'Gone', hidden: true }] }),
    ).toEqual([
      { path: ['sections'], message: expect.stringContaining('No section on this page has a heading') },
    ])
    expect(getViolations({ _id: 'homePage', sections: [{ ...numbers, heading: 'Numbers' }] })).toEqual([])
    expect(getViolations({ _id: 'homePage', sections: [numbers, { _type: 'offerSection' }] })).toEqual([])
  })

  it.each(['/nowhere', '/account', '/success', 'javascript:alert(1)'])('include a link to %s', (page) => {
    expect(getViolations(pageWithLink({ page }))).toEqual([
      {
        path: ['sections', { _key: 'a' }, 'links', { _key: 'b' }, 'page'],
        message: expect.stringContaining('any page at'),
      },
    ])
  })

  it('include a link to an unpublished page, unless that page contains the link', () => {
    const otherPages = published.filter(({ id }) => id !== 'aboutPage')
    const [problem] = findProblems(pageWithLink({ page: '/about' }), otherPages)
    expect(problem?.message).toContain('“About” isn’t published')
    expect(
      findProblems({ ...pageWithLink({ page: '/about' }), _id: 'drafts.aboutPage' }, otherPages),
    ).toEqual([])
    expect(findProblems(pageWithLink({ page: '/about' }), undefined)).toEqual([])
  })

  it('include a placeholder for a quantity that the offer does not include', () => {
    const section = {
      _key: 'a',
      heading: '{hours} hours, {clips} clips',
      points: ['Two', '{cameras} cameras'],
    }
    const findUncounted = (counts: string[]) =>
      findViolations(
        { _id: 'homePage', sections: [section] },
        {
          publishedPages: published,
          landingPages: [],
          offer: { inclusions: counts.map((name) => ({ counts: name })) },
          previous: null,
          linkingDocuments: [],
        },
      )
    expect(findUncounted(['hours'])).toEqual([
      { path: ['sections', { _key: 'a' }, 'heading'], message: expect.stringContaining('{clips}') },
      { path: ['sections', { _key: 'a' }, 'points', 1], message: expect.stringContaining('{cameras}') },
    ])
    expect(findUncounted(['hours', 'clips', 'cameras', 'other'])).toEqual([])
  })
})

describe('a landing page', () => {
  const landing = {
    _id: 'l',
    _type: 'landingPage',
    path: '/coaches',
    sections: [{ heading: 'For coaches', anchor: 'offer' }],
  }
  const pagesWithLanding = [...published, toPublishedPage(landing)]

  it('can link to itself, and can be linked from other pages while it is published', () => {
    expect(findProblems(pageWithLink({ page: '/coaches' }), pagesWithLanding)).toEqual([])
    expect(findProblems(pageWithLink({ page: '/coaches' }), published)).toHaveLength(1)
    expect(
      findProblems({ ...pageWithLink({ page: '/coaches' }), ...landing, _id: 'drafts.l' }, published),
    ).toEqual([])
    expect(findProblems(pageWithLink({ page: '/coaches' }), undefined)).toEqual([])
    expect(findProblems(pageWithLink({ page: '/no/such-page' }), undefined)).toHaveLength(1)
  })

  it('gets advice on a title that another page already has', () => {
    const about = { _id: 'aboutPage', _type: 'aboutPage', seo: { title: 'About us' } }
    const pasted = { ...landing, seo: about.seo }
    expect(findAdvice(pasted, [toPublishedPage(about)])[0]?.message).toContain('“About” has the same title')
    expect(findAdvice({ ...about, _id: 'drafts.aboutPage' }, [toPublishedPage(about)])).toEqual([])
  })

  it('gets the same advice as other pages on its title and on links to its sections', () => {
    expect(findAdvice(pageWithLink({ page: '/coaches', fragment: 'offer' }), pagesWithLanding)).toEqual([])
    expect(
      findAdvice(pageWithLink({ page: '/coaches', fragment: 'missing' }), pagesWithLanding)[0]?.message,
    ).toContain('“/coaches” has no')
    expect(findAdvice({ ...landing, seo: { title: 'Hi' } }, pagesWithLanding)).toHaveLength(1)
    const seo = { title: 'Podcast membership for coaches in Beverly Hills' }
    const settings = { siteName: 'Creator’s Circle', titleTemplate: '{title} · {siteName}' }
    expect(findAdvice({ ...landing, seo }, pagesWithLanding)).toEqual([])
    expect(findAdvice({ ...landing, seo }, pagesWithLanding, settings)[0]?.message).toContain(
      'has 66 characters',
    )
  })
})

describe('advice', () => {
  it.each([
    ['IMG_2041.jpg', /is a file name/],
    ['screenshot 12', /is a file name/],
    ['Picture of a microphone', /Leave out/],
    ['Microphone', /One word/],
  ])('covers the alternative text %j', (alt, message) => {
    expect(getAdvice({ _id: 'x', picture: picture(alt) })).toEqual([
      { path: ['picture', 'alt'], message: expect.stringMatching(message) },
    ])
  })

  it('covers alternative text that repeats the caption or that of another picture', () => {
    const alt = 'A desk with two lamps'
    expect(getAdvice({ _id: 'x', picture: picture(alt, { caption: 'a desk with two lamps' }) })).toHaveLength(
      1,
    )
    const twice = [picture(alt), picture(alt, { asset: { _ref: 'image-other' } })]
    expect(getAdvice({ _id: 'x', images: twice })).toHaveLength(2)
    expect(getAdvice({ _id: 'x', images: [picture(alt), picture(alt)] })).toEqual([])
    expect(getAdvice({ _id: 'x', picture: { alt: 'Microphone' } })).toEqual([])
  })

  it('covers a title that is too short, and a description that repeats it', () => {
    expect(getAdvice({ _id: 'homePage', seo: { title: 'Home', description: 'Home.' } })).toEqual([
      { path: ['seo', 'title'], message: expect.stringContaining('4 characters') },
      { path: ['seo', 'description'], message: expect.stringContaining('repeats the title') },
    ])
  })

  it('covers rich text whose first heading is a “Smaller heading”', () => {
    const block = (style: string) => ({ _type: 'block', style })
    expect(getAdvice({ _id: 'x', body: [block('normal'), block('h2'), block('h3')] })).toEqual([])
    expect(getAdvice({ _id: 'x', body: [block('normal'), block('h3')] })).toEqual([
      { path: ['body'], message: expect.stringContaining('first heading') },
    ])
  })

  it('covers a link to a missing or hidden section', () => {
    expect(getAdvice(pageWithLink({ page: '/about', fragment: 'mission' }))).toEqual([])
    expect(getAdvice(pageWithLink({ page: '/about', fragment: 'missing' }))[0]?.message).toContain(
      'no section',
    )
    const about = { ...seedDocument('aboutPage'), sections: [{ _key: 'a', anchor: 'mission', hidden: true }] }
    const [found] = findAdvice(pageWithLink({ page: '/about', fragment: 'mission' }), [
      toPublishedPage(about),
    ])
    expect(found?.message).toContain('is hidden')
    expect(getAdvice(pageWithLink({ page: '/contact', fragment: 'form' }))).toEqual([])
  })
})

describe('checks of a document with arbitrary values', () => {
  it.each([null, 7, 'text', [], {}, [null], { sections: 7 }, { seo: [] }, { footerLinks: [null, 7] }])(
    'do not throw for %j',
    (value) => {
      const document = {
        _id: 'x',
        _type: 'siteSettings',
        a: value,
        seo: value,
        sections: value,
        footerLinks: value,
      }
      expect(() => [getViolations(document), getAdvice(document)]).not.toThrow()
    },
  )
})

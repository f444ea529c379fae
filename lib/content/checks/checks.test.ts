import { describe, expect, it } from 'vitest'
import { seedDocument, seedDocuments } from '@/tests/support/seedDocuments'
import { findAdvice } from './advice'
import { findViolations, toPublishedPage } from './violations'

const published = seedDocuments().map(toPublishedPage)
const problems = (document: Record<string, unknown>) => findViolations(document, published)
const advice = (document: Record<string, unknown>) => findAdvice(document, published)

const link = (over: object) => ({
  _id: 'homePage',
  sections: [{ _key: 'a', heading: 'Here', links: [{ _key: 'b', kind: 'page', ...over }] }],
})
const picture = (alt: string, over: object = {}) => ({ alt, asset: { _ref: `image-${alt}` }, ...over })
const settings = (pages: string[]) => ({
  _id: 'siteSettings',
  _type: 'siteSettings',
  footerLinks: pages.map((page, index) => ({ _key: `k${index}`, kind: 'page', page })),
})

describe('the seed', () => {
  it.each(seedDocuments().map((document) => [document._id, document] as const))(
    '%s has nothing wrong',
    (_, document) => {
      expect([problems(document), advice(document)]).toEqual([[], []])
    },
  )
})

describe('violations', () => {
  it('includes a footer without terms or privacy', () => {
    expect(problems(settings(['/terms', '/privacy', '/about']))).toEqual([])
    expect(problems(settings(['/privacy']))).toEqual([
      { path: ['footerLinks'], message: expect.stringContaining('“Terms”') },
    ])
    expect(problems(settings([]))).toHaveLength(2)
  })

  it('includes a page without visible content', () => {
    const hidden = { _key: 'a', hidden: true, heading: 'Gone' }
    expect(problems({ _id: 'homePage', sections: [hidden, { _key: 'b', heading: 'There' }] })).toEqual([])
    expect(problems({ _id: 'homePage', sections: [hidden] })).toEqual([
      { path: ['sections'], message: expect.stringContaining('is hidden') },
    ])
    const said = (consent?: string) => ({
      _type: 'testimonialsSection',
      heading: 'What members say',
      testimonials: [{ _key: 't', quote: 'Good', consent }],
    })
    expect(problems({ _id: 'homePage', sections: [hidden, said()] })).toEqual([
      { path: ['sections'], message: expect.stringContaining('empty page: sections without') },
    ])
    expect(problems({ _id: 'homePage', sections: [said('2026-05-01')] })).toEqual([])
    const people = (...all: object[]) => ({ _type: 'teamSection', heading: 'The people', people: all })
    const episodes = (...all: object[]) => ({
      _type: 'episodesSection',
      heading: 'Heard here',
      episodes: all,
    })
    expect(problems({ _id: 'homePage', sections: [people(), episodes()] })).toEqual([
      { path: ['sections'], message: expect.stringContaining('empty page') },
    ])
    expect(problems({ _id: 'homePage', sections: [people({ _key: 'p', name: 'A' })] })).toEqual([])
    expect(problems({ _id: 'homePage', sections: [episodes({ _key: 'e', title: 'A' })] })).toEqual([])
  })

  it('includes a page without a heading', () => {
    const numbers = { _key: 'n', _type: 'statsSection', stats: [{ value: '500+', label: 'episodes' }] }
    expect(problems({ _id: 'homePage', sections: [numbers, { heading: 'Gone', hidden: true }] })).toEqual([
      { path: ['sections'], message: expect.stringContaining('No section of this page has a heading') },
    ])
    expect(problems({ _id: 'homePage', sections: [{ ...numbers, heading: 'Numbers' }] })).toEqual([])
    expect(problems({ _id: 'homePage', sections: [numbers, { _type: 'offerSection' }] })).toEqual([])
  })

  it.each(['/nowhere', '/account', '/success', 'javascript:alert(1)'])('includes a link to %s', (page) => {
    expect(problems(link({ page }))).toEqual([
      {
        path: ['sections', { _key: 'a' }, 'links', { _key: 'b' }, 'page'],
        message: expect.stringContaining('No page'),
      },
    ])
  })

  it('includes a link to an unpublished page, but not to itself', () => {
    const without = published.filter(({ id }) => id !== 'aboutPage')
    const [problem] = findViolations(link({ page: '/about' }), without)
    expect(problem?.message).toContain('“About” is not published')
    expect(findViolations({ ...link({ page: '/about' }), _id: 'drafts.aboutPage' }, without)).toEqual([])
    expect(findViolations(link({ page: '/about' }), undefined)).toEqual([])
  })
})

describe('a landing page', () => {
  const landing = {
    _id: 'l',
    _type: 'landingPage',
    path: '/coaches',
    sections: [{ heading: 'For coaches', anchor: 'offer' }],
  }
  const known = [...published, toPublishedPage(landing)]

  it('may be linked once it is published, and from itself', () => {
    expect(findViolations(link({ page: '/coaches' }), known)).toEqual([])
    expect(findViolations(link({ page: '/coaches' }), published)).toHaveLength(1)
    expect(findViolations({ ...link({ page: '/coaches' }), ...landing, _id: 'drafts.l' }, published)).toEqual(
      [],
    )
    expect(findViolations(link({ page: '/coaches' }), undefined)).toEqual([])
    expect(findViolations(link({ page: '/no/such-page' }), undefined)).toHaveLength(1)
  })

  it('reports a title that another page has', () => {
    const about = { _id: 'aboutPage', _type: 'aboutPage', seo: { title: 'About us' } }
    const pasted = { ...landing, seo: about.seo }
    expect(findAdvice(pasted, [toPublishedPage(about)])[0]?.message).toContain('“About” has the same title')
    expect(findAdvice({ ...about, _id: 'drafts.aboutPage' }, [toPublishedPage(about)])).toEqual([])
  })

  it('is checked like a page', () => {
    expect(findAdvice(link({ page: '/coaches', fragment: 'offer' }), known)).toEqual([])
    expect(findAdvice(link({ page: '/coaches', fragment: 'missing' }), known)[0]?.message).toContain(
      '“/coaches” has no',
    )
    expect(findAdvice({ ...landing, seo: { title: 'Hi' } }, known)).toHaveLength(1)
    const seo = { title: 'Podcast membership for coaches in Beverly Hills' }
    const settings = { siteName: 'Creator’s Circle', titleTemplate: '{title} · {siteName}' }
    expect(findAdvice({ ...landing, seo }, known)).toEqual([])
    expect(findAdvice({ ...landing, seo }, known, settings)[0]?.message).toContain('has 66 characters')
  })
})

describe('advice', () => {
  it.each([
    ['IMG_2041.jpg', /name of a file/],
    ['screenshot 12', /name of a file/],
    ['Picture of a microphone', /Leave out/],
    ['Microphone', /One word/],
  ])('covers the alternative text %j', (alt, says) => {
    expect(advice({ _id: 'x', picture: picture(alt) })).toEqual([
      { path: ['picture', 'alt'], message: expect.stringMatching(says) },
    ])
  })

  it('covers an alternative text that repeats the caption, or that of another picture', () => {
    const alt = 'A desk with two lamps'
    expect(advice({ _id: 'x', picture: picture(alt, { caption: 'a desk with two lamps' }) })).toHaveLength(1)
    const twice = [picture(alt), picture(alt, { asset: { _ref: 'image-other' } })]
    expect(advice({ _id: 'x', images: twice })).toHaveLength(2)
    expect(advice({ _id: 'x', images: [picture(alt), picture(alt)] })).toEqual([])
    expect(advice({ _id: 'x', picture: { alt: 'Microphone' } })).toEqual([])
  })

  it('covers a title that is too short, and a description that repeats it', () => {
    expect(advice({ _id: 'homePage', seo: { title: 'Home', description: 'Home.' } })).toEqual([
      { path: ['seo', 'title'], message: expect.stringContaining('4 characters') },
      { path: ['seo', 'description'], message: expect.stringContaining('repeats the title') },
    ])
  })

  it('covers a text that starts with a smaller heading', () => {
    const block = (style: string) => ({ _type: 'block', style })
    expect(advice({ _id: 'x', body: [block('normal'), block('h2'), block('h3')] })).toEqual([])
    expect(advice({ _id: 'x', body: [block('normal'), block('h3')] })).toEqual([
      { path: ['body'], message: expect.stringContaining('first heading') },
    ])
  })

  it('covers a link to a missing anchor', () => {
    expect(advice(link({ page: '/about', fragment: 'mission' }))).toEqual([])
    expect(advice(link({ page: '/about', fragment: 'missing' }))[0]?.message).toContain('no section')
    const about = { ...seedDocument('aboutPage'), sections: [{ _key: 'a', anchor: 'mission', hidden: true }] }
    const [found] = findAdvice(link({ page: '/about', fragment: 'mission' }), [toPublishedPage(about)])
    expect(found?.message).toContain('is hidden')
    expect(advice(link({ page: '/contact', fragment: 'form' }))).toEqual([])
  })
})

describe('a document with arbitrary values', () => {
  it.each([null, 7, 'text', [], {}, [null], { sections: 7 }, { seo: [] }, { footerLinks: [null, 7] }])(
    'survives %j',
    (value) => {
      const document = {
        _id: 'x',
        _type: 'siteSettings',
        a: value,
        seo: value,
        sections: value,
        footerLinks: value,
      }
      expect(() => [problems(document), advice(document)]).not.toThrow()
    },
  )
})

import { describe, expect, it } from 'vitest'
import {
  createBreadcrumbData,
  createBusinessData,
  createQuestionsData,
  createServiceData,
  createVideoData,
} from './structuredData'

const offer = {
  name: "Creator's Circle",
  currency: 'usd',
  introPrice: 99_700,
  introMonths: 2,
  regularPrice: 149_700,
}

describe('createServiceData', () => {
  it('has the prices of the offer in the currency’s unit', () => {
    const data = createServiceData([{ _type: 'offerSection', offer }], 'https://example.com')
    expect(data?.offers.priceCurrency).toBe('USD')
    expect(
      data?.offers.priceSpecification.map((price) => [
        price.price,
        price.billingStart,
        price.billingDuration,
      ]),
    ).toEqual([
      ['997.00', 0, 2],
      ['1497.00', 2, undefined],
    ])
  })

  it('returns null without a visible offer section that has both prices', () => {
    expect(
      createServiceData([{ _type: 'offerSection', hidden: true, offer }], 'https://example.com'),
    ).toBeNull()
    expect(
      createServiceData([{ _type: 'offerSection', offer: { ...offer, introPrice: null } }], ''),
    ).toBeNull()
    expect(createServiceData([{ _type: 'heroSection', offer }, null], '')).toBeNull()
  })
})

describe('createQuestionsData', () => {
  const answer = (...texts: string[]) =>
    texts.map((text) => ({ _type: 'block', children: [{ _type: 'span', text }] }))
  const section = (questions: { question: string; answer: unknown }[], hidden = false) => ({
    _type: 'questionsSection',
    hidden,
    questions,
  })

  it('returns a question of a section, with the paragraphs of its text as lines', () => {
    const data = createQuestionsData([
      section([{ question: 'How?', answer: answer('Online.', 'At any time.') }]),
    ])
    expect(data).toEqual({
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: [
        {
          '@type': 'Question',
          name: 'How?',
          acceptedAnswer: { '@type': 'Answer', text: 'Online.\nAt any time.' },
        },
      ],
    })
  })

  it('returns null without a visible question that has a text', () => {
    expect(createQuestionsData([section([{ question: 'How?', answer: answer('Online.') }], true)])).toBeNull()
    expect(createQuestionsData([section([{ question: 'How?', answer: [null, 'x'] }]), null])).toBeNull()
    expect(createQuestionsData(undefined)).toBeNull()
  })
})

describe('createBusinessData', () => {
  const settings = {
    _id: 'siteSettings' as const,
    siteName: "Creator's Circle",
    tagline: null,
    titleTemplate: null,
    pictureNote: null,
    navigation: null,
    checkoutLabel: null,
    signInLabel: null,
    accountLabel: null,
    contactEmail: 'hello@example.com',
    contactPhone: null,
    address: ["Creator's Circle", 'Beverly Hills, CA'],
    footerText: null,
    footerLinks: null,
    socialLinks: null,
    copyright: null,
    socialImage: null,
  }

  it('describes the studio with the given settings, without the missing ones', () => {
    expect(JSON.parse(JSON.stringify(createBusinessData(settings, 'https://example.com')))).toEqual({
      '@context': 'https://schema.org',
      '@type': ['Organization', 'LocalBusiness'],
      '@id': 'https://example.com/#business',
      name: "Creator's Circle",
      url: 'https://example.com/',
      email: 'hello@example.com',
      address: {
        '@type': 'PostalAddress',
        addressLocality: 'Beverly Hills',
        addressRegion: 'CA',
        addressCountry: 'US',
      },
    })
  })

  it('returns null without a name', () => {
    expect(createBusinessData({ ...settings, siteName: ' ' }, 'https://example.com')).toBeNull()
    expect(createBusinessData(null, 'https://example.com')).toBeNull()
  })
})

it('createBreadcrumbData leads from the home page to the page', () => {
  const names = { home: "Creator's Circle", page: 'The studio' }
  expect(createBreadcrumbData(names, '/studio', 'https://example.com')).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { position: 1, name: "Creator's Circle", item: 'https://example.com/' },
      { position: 2, name: 'The studio', item: 'https://example.com/studio' },
    ],
  })
})

describe('createVideoData', () => {
  const video = {
    title: 'A tour of the studio',
    source: 'file',
    file: { url: 'https://cdn.example.com/tour.mp4', mimeType: 'video/mp4' },
    poster: { asset: { _id: 'image-abc-1200x800-jpg' } },
  }

  it('describes the first visible film with its title, poster and file', () => {
    expect(createVideoData([{ hidden: true, video }, { video: null }, { video }])).toMatchObject({
      '@type': 'VideoObject',
      name: 'A tour of the studio',
      thumbnailUrl: expect.stringContaining('abc-1200x800.jpg'),
      contentUrl: 'https://cdn.example.com/tour.mp4',
    })
  })

  it('returns null without a visible film, a title or a poster', () => {
    expect(createVideoData([{ hidden: true, video }])).toBeNull()
    expect(createVideoData([{ video: { ...video, title: null } }])).toBeNull()
    expect(createVideoData([{ video: { ...video, poster: null } }])).toBeNull()
  })
})

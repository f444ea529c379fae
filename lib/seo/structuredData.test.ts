import { describe, expect, it } from 'vitest'
import { createBreadcrumbData, createBusinessData, createHoursData, createVideoData } from './structuredData'

describe('createBusinessData', () => {
  const settings = {
    _id: 'siteSettings' as const,
    siteName: "Creator's Circle",
    tagline: null,
    titleTemplate: null,
    pictureNote: null,
    bookingUrl: null,
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

  it('describes the studio with the given settings, and omits missing ones', () => {
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

it('createHoursData describes each period; null without one', () => {
  const period = { text: 'Friday, 9 am to 5 pm', days: ['Friday'], opens: '09:00', closes: '17:00' }
  expect(createHoursData([period], 'https://example.com')).toMatchObject({
    '@id': 'https://example.com/#business',
    openingHoursSpecification: [{ dayOfWeek: ['Friday'], opens: '09:00', closes: '17:00' }],
  })
  expect(createHoursData([], 'https://example.com')).toBeNull()
})

it('createBreadcrumbData lists the home page, then the page', () => {
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
    file: {
      url: 'https://cdn.example.com/tour.mp4',
      mimeType: 'video/mp4',
      uploadedAt: '2026-11-01T08:00:00Z',
    },
    poster: { asset: { _id: 'image-abc-1200x800-jpg' } },
  }

  it('describes the first visible video with its title, poster, file and date', () => {
    expect(createVideoData([{ hidden: true, video }, { video: null }, { video }])).toMatchObject({
      '@type': 'VideoObject',
      name: 'A tour of the studio',
      thumbnailUrl: expect.stringContaining('abc-1200x800.jpg'),
      uploadDate: '2026-11-01T08:00:00Z',
      contentUrl: 'https://cdn.example.com/tour.mp4',
    })
  })

  it('describes the episode that replaces the hero’s video, not the replaced video', () => {
    const episode = { ...video, title: 'Episode 12' }
    expect(createVideoData([{ video, episode }])).toMatchObject({ name: 'Episode 12' })
    expect(createVideoData([{ video, episode: { ...episode, file: null } }])).toBeNull()
    expect(createVideoData([{ video, episode: null }])).toMatchObject({ name: 'A tour of the studio' })
  })

  it('returns null without a visible video, a title, a poster or a date', () => {
    expect(createVideoData([{ hidden: true, video }])).toBeNull()
    for (const missing of [{ title: null }, { poster: null }, { file: { ...video.file, uploadedAt: null } }])
      expect(createVideoData([{ video: { ...video, ...missing } }])).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import { createBreadcrumbData, createBusinessData } from './structuredData'

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

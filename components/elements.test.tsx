import { describe, expect, it } from 'vitest'
import { readTerms } from '@/lib/membership/offer/offer'
import { computeTermsVersion } from '@/lib/membership/offer/termsVersion'
import { readDocuments } from '@/tests/support/documents'
import { getText, listAttributeValues } from '../tests/support/markup'
import { pageRenderers, renderSiteFrame } from '../tests/support/renderedPages'

const seed = readDocuments()
const offerVersions = (html: string) => listAttributeValues(html, 'name="offerVersion" value')
const render = (page: string) => pageRenderers[page]?.(seed) ?? Promise.reject(new Error(`No page ${page}`))

/** Strings from the specification's sections 2 and 9, as a visitor reads them. */
const texts: Record<string, readonly string[]> = {
  home: [
    'Secure My Spot Now',
    "What You'll Love",
    '2-Month Growth Package',
    '$997/month for the first 2 months, then $1,497/month',
    'Cancel anytime',
    'Total value over $6,650',
    '$1,600',
    '$1,200',
    '$1,500',
    '$750',
    '$800',
    '$500',
    '$300',
    'valued at $1,000',
    '8 studio hours per month',
    '10 social clips per episode',
    '2 cameras',
    'Who This Is For',
    'Klarna',
    'Afterpay',
    'Affirm',
  ],
  services: [
    'Professional Recording',
    'Multi-Camera Video',
    'Full Post-Production',
    '2-Month Growth Package',
    'Total value over $6,650',
    'Secure My Spot Now',
  ],
  studio: ['Book a Tour', 'Book Your Session'],
  about: ['Our mission', '500+ episodes', '100+ clients', '50M+ views', '24/7 support', 'Secure My Spot Now'],
  contact: ['Beverly Hills, CA', 'Record', 'Post-production', 'Receive content'],
  success: ['Return to Homepage'],
  terms: ['January 2025', '24 hours', 'full refund', 'California'],
  privacy: ['January 2025'],
  notFound: ['Oops! Page not found', 'Return to Home'],
}

describe.each(Object.entries(texts))('page %s', (page, expected) => {
  it.each(expected)('shows “%s”', async (text) => {
    expect(getText(await render(page))).toContain(text)
  })
})

describe('required content', () => {
  it('shows a play button, without a player, for the promo video and the tour video', async () => {
    for (const page of ['home', 'studio']) {
      const html = await render(page)
      expect(
        listAttributeValues(html, 'aria-label').filter((label) => label.startsWith('Play video: ')),
      ).toHaveLength(1)
      expect(html).not.toMatch(/<(iframe|video)/)
    }
  })

  it('shows three audiences, three beliefs and three service cards', async () => {
    expect(headings(await render('home'), 3)).toEqual(
      expect.arrayContaining(['Entrepreneurs and business owners', 'Coaches and consultants', 'Creators']),
    )
    expect(headings(await render('about'), 3)).toHaveLength(3)
    expect(headings(await render('services'), 3).slice(0, 3)).toEqual([
      'Professional Recording',
      'Multi-Camera Video',
      'Full Post-Production',
    ])
  })

  it('shows twelve captioned pictures in the gallery', async () => {
    const html = await render('studio')
    expect(html.match(/<figure>/g)).toHaveLength(12)
    expect(html.match(/<figcaption/g)).toHaveLength(12)
    expect(listAttributeValues(html, 'alt').filter((alt) => alt === '')).toEqual([])
  })

  it('includes the version of the current terms in every checkout form of the home page', async () => {
    const { terms } = readTerms(seed.find(({ _id }) => _id === 'offer'))
    if (!terms) throw new Error('The seed’s offer cannot be sold.')
    const versions = offerVersions(await render('home'))
    expect(versions.length).toBeGreaterThanOrEqual(3)
    expect(new Set(versions)).toEqual(new Set([computeTermsVersion(terms)]))
  })

  it('links checkout buttons to the contact form while the offer cannot be sold', async () => {
    const withUnsellableOffer = seed.map((document) =>
      document._id === 'offer' ? { ...document, regularPrice: null } : document,
    )
    const html = (await pageRenderers.home?.(withUnsellableOffer)) ?? ''
    expect(offerVersions(html)).toEqual([])
    expect(html).toContain('href="/contact?topic=membership"')
  })

  it('links the checkout buttons in the header and the menu to the offer', async () => {
    const html = await renderSiteFrame(seed)
    const links = [
      ...html.matchAll(/<a class="button[^"]*" href="([^"]*)"><span dir="auto">Secure My Spot</g),
    ]
    expect(links.map((link) => link[1])).toEqual(['/services#offer', '/services#offer'])
  })

  it('renders the purchase dialog with all terms, and omits it while nothing can be sold', async () => {
    const html = await renderSiteFrame(seed)
    expect(html).toMatch(/<dialog[^>]*id="offer-dialog"/)
    expect(offerVersions(html)).toHaveLength(1)
    expect(getText(html)).toContain('$997/month for the first 2 months, then $1,497/month')
    expect(getText(html)).toContain(
      '$997 for each of the first 2 months, then $1,497 a month. The membership',
    )
    const withUnsellableOffer = seed.map((document) =>
      document._id === 'offer' ? { ...document, introMonths: 0 } : document,
    )
    expect(await renderSiteFrame(withUnsellableOffer)).not.toContain('<dialog')
  })

  it('states all terms beside the offer’s checkout button, and the short terms beside all others', async () => {
    const shortTerms =
      '$997 a month for 2 months, then $1,497 a month. Renews monthly; cancel online anytime.'
    const allTerms =
      '$997 for each of the first 2 months, then $1,497 a month. The membership renews automatically'
    const countOccurrences = (text: string, part: string) => text.split(part).length - 1
    for (const [page, shortTermsCount, allTermsCount] of [
      ['home', 2, 1],
      ['services', 1, 1],
      ['about', 1, 0],
    ] as const) {
      const html = await render(page)
      expect(offerVersions(html), page).toHaveLength(shortTermsCount + allTermsCount)
      expect(countOccurrences(getText(html), shortTerms), page).toBe(shortTermsCount)
      expect(countOccurrences(getText(html), allTerms), page).toBe(allTermsCount)
    }
  })

  it.each([null, '', 'From {introPrice} a month, for {months} months.'])(
    'states all terms beside a checkout button when the short terms are %j',
    async (shortTerms) => {
      const changed = seed.map((document) =>
        document._id === 'offer' ? { ...document, shortTerms } : document,
      )
      const text = getText((await pageRenderers.about?.(changed)) ?? '')
      expect(text).toContain(
        '$997 for each of the first 2 months, then $1,497 a month. The membership renews',
      )
    },
  )

  it('links the buttons for booking a tour or session to the contact form', async () => {
    const urls = listAttributeValues(await render('studio'), 'href')
    expect(urls).toEqual(expect.arrayContaining(['/contact?topic=tour', '/contact?topic=session']))
  })

  it('links members to the booking URL in the settings or, without one, to the contact form', async () => {
    const readLinks = async (content: typeof seed) =>
      listAttributeValues((await pageRenderers.account?.(content)) ?? '', 'href')
    expect(await readLinks(seed)).toContain('/contact?topic=session')
    const bookingUrl = 'https://cal.com/studio'
    const withUrl = await readLinks(
      seed.map((document) => (document._id === 'siteSettings' ? { ...document, bookingUrl } : document)),
    )
    expect(withUrl).toContain(bookingUrl)
    expect(withUrl).not.toContain('/contact?topic=session')
  })

  it('links to the main pages in header, menu and footer, and to the home and legal pages', async () => {
    const urls = listAttributeValues(await renderSiteFrame(seed), 'href')
    for (const path of ['/services', '/studio', '/about', '/contact']) {
      expect(urls.filter((url) => url === path)).toHaveLength(3)
    }
    expect(urls).toEqual(expect.arrayContaining(['#content', '/', '/terms', '/privacy']))
  })

  it('opens and closes the menu with popover attributes, which need no script', async () => {
    const html = await renderSiteFrame(seed)
    expect(html).toMatch(/<button type="button" popoverTarget="site-menu"/i)
    expect(html).toMatch(/popoverTargetAction="hide"/i)
    expect(html).toMatch(/<div id="site-menu" popover="auto"/)
  })
})

function headings(html: string, level: number): string[] {
  return [...html.matchAll(new RegExp(`<h${level}[^>]*>(.*?)</h${level}>`, 'g'))].map((match) =>
    getText(match[1] ?? ''),
  )
}

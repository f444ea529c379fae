import { describe, expect, it } from 'vitest'
import { isObject } from '../tests/support/documents.ts'
import { readFilledSeed } from '../tests/support/filledSeed.ts'

type Fields = Record<string, unknown>

const documents = new Map(readFilledSeed().map((document): [string, Fields] => [document._id, document]))
const getDocument = (id: string): Fields => documents.get(id) ?? {}
const toObjects = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : [])
const getTitles = (value: unknown): unknown[] => toObjects(value).map((item) => item.title)

/** Returns a page's only section of a type. */
function getSection(page: string, type: string): Fields {
  const sections = toObjects(getDocument(page).sections).filter((candidate) => candidate._type === type)
  expect(sections, `${type} in ${page}`).toHaveLength(1)
  return sections[0] ?? {}
}

const getSectionTypes = (page: string): unknown[] =>
  toObjects(getDocument(page).sections).map(({ _type }) => _type)

describe('the specified message', () => {
  const messages = getDocument('messages')
  it.each([
    ['checkout', 'errorTitle', 'Checkout Error'],
    ['checkout', 'errorText', 'Failed to start checkout. Please try again.'],
    ['checkout', 'missingUrl', 'No checkout URL received'],
    ['checkout', 'alreadySubscribedTitle', 'Already subscribed'],
    ['checkout', 'alreadySubscribedText', 'You already have an active subscription!'],
    ['checkout', 'redirectTitle', 'Redirecting to checkout'],
    ['checkout', 'redirectText', 'Opening Stripe checkout in a new tab...'],
    ['subscription', 'portalErrorTitle', 'Error'],
    ['subscription', 'portalErrorText', 'Failed to open subscription management. Please try again.'],
    ['subscription', 'refreshedTitle', 'Status Updated'],
    ['subscription', 'refreshedText', 'Subscription status has been refreshed.'],
    ['contactForm', 'messagePlaceholder', 'Tell us about your project...'],
    ['contactForm', 'successTitle', 'Message sent successfully!'],
    ['contactForm', 'successText', "We'll get back to you as soon as possible."],
    ['contactForm', 'failureTitle', 'Failed to send message'],
    ['contactForm', 'failureText', 'Please try again or contact us directly.'],
  ])('%s.%s is “%s”', (group, field, text) => {
    const texts = messages[group]
    expect(isObject(texts) ? texts[field] : undefined).toBe(text)
  })
})

describe('the offer', () => {
  const offer = getDocument('offer')
  const getAmountsCents = (value: unknown): unknown[] => toObjects(value).map((item) => item.amount)

  it('is the 2-Month Growth Package of Creator’s Circle at the specified prices', () => {
    expect(offer).toMatchObject({
      name: "Creator's Circle",
      packageName: '2-Month Growth Package',
      currency: 'usd',
      introPrice: 99_700,
      introMonths: 2,
      regularPrice: 149_700,
      priceLine: '{introPrice}/month for the first {months} months, then {regularPrice}/month',
      cancelNote: 'Cancel anytime',
      totalLine: 'Total value over $6,650',
    })
  })

  it('itemizes the seven values, three of them monthly, adding up to $6,650', () => {
    const values = toObjects(offer.values)
    const monthly = values.filter(({ unit }) => unit === 'month')
    expect(getAmountsCents(values)).toHaveLength(7)
    expect(new Set(getAmountsCents(values))).toEqual(
      new Set([160_000, 120_000, 150_000, 75_000, 80_000, 50_000, 30_000]),
    )
    expect(new Set(getAmountsCents(monthly))).toEqual(new Set([150_000, 75_000, 80_000]))
    for (const { unit } of values) expect(['once', 'month']).toContain(unit)
    expect(values.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(665_000)
  })

  it('adds onboarding worth $1,000 as the bonus, which makes “over $6,650” true', () => {
    expect(toObjects(offer.bonuses)).toMatchObject([{ title: 'Onboarding', amount: 100_000 }])
    expect(offer.bonusLine).toContain('{amount}')
  })

  it('includes 8 studio hours per month, 10 clips per episode and 2 cameras', () => {
    expect(toObjects(offer.inclusions)).toMatchObject([
      { quantity: 8, title: 'studio hours per month' },
      { quantity: 10, title: 'social clips per episode' },
      { quantity: 2, title: 'cameras' },
    ])
  })

  it('states in its terms that it renews, at which prices, and how to cancel', () => {
    expect(offer.renewalTerms).toMatch(/\{introPrice\}.*\{months\}.*\{regularPrice\}/)
    expect(offer.renewalTerms).toMatch(/renews/)
    expect(offer.renewalTerms).toMatch(/until you cancel.*Cancel online/)
    expect(offer.shortTerms).toMatch(/\{introPrice\}.*\{months\}.*\{regularPrice\}.*renews.*cancel online/i)
  })
})

describe('in the seed,', () => {
  it('home has the specified sections and text', () => {
    expect(getSectionTypes('homePage')).toEqual([
      'heroSection',
      'teamSection',
      'episodesSection',
      'testimonialsSection',
      'featureListSection',
      'textPictureSection',
      'monthSection',
      'statsSection',
      'offerSection',
      'textPictureSection',
      'audienceSection',
      'questionsSection',
      'textPictureSection',
      'closingOfferSection',
    ])
    expect(getSection('homePage', 'heroSection')).toMatchObject({
      checkoutLabel: 'Secure My Spot Now',
      video: { source: 'file' },
    })
    expect(getSection('homePage', 'featureListSection').heading).toBe("What You'll Love")
    expect(getSection('homePage', 'audienceSection').heading).toBe('Who This Is For')
    expect(toObjects(getSection('homePage', 'audienceSection').audiences)).toHaveLength(3)
    expect(getSection('homePage', 'closingOfferSection').providers).toEqual([
      expect.stringMatching(/^Klarna: /),
      expect.stringMatching(/^Afterpay, Affirm: /),
    ])
    expect(getSection('homePage', 'closingOfferSection').heading).toContain('flexible payments')
    expect(getSection('homePage', 'closingOfferSection').availabilityNote).toContain('Availability varies')
  })

  it('services has the specified sections and text', () => {
    expect(getTitles(getSection('servicesPage', 'serviceCardsSection').cards)).toEqual([
      'Professional Recording',
      'Multi-Camera Video',
      'Full Post-Production',
    ])
    expect(getSection('servicesPage', 'offerSection').anchor).toBe('offer')
    expect(getSection('servicesPage', 'callToActionSection').checkoutLabel).toBe('Secure My Spot Now')
    expect(getSectionTypes('servicesPage').slice(2)).toEqual([
      'statsSection',
      'offerSection',
      'questionsSection',
      'callToActionSection',
    ])
  })

  it('studio has the specified sections and text', () => {
    expect(getSection('studioPage', 'tourVideoSection')).toMatchObject({ video: { source: 'file' } })
    expect(toObjects(getSection('studioPage', 'featureListSection').features)).toHaveLength(6)
    expect(toObjects(getSection('studioPage', 'equipmentSection').groups).length).toBeGreaterThan(2)
    expect(getSection('studioPage', 'gallerySection').heading).toBeTruthy()
    expect(toObjects(getSection('studioPage', 'callToActionSection').links)).toMatchObject([
      { label: 'Book a Tour', kind: 'contact', topic: 'tour' },
      { label: 'Book Your Session', kind: 'contact', topic: 'session' },
    ])
    const captions = toObjects(getDocument('gallery').images).map(({ caption }) => caption)
    expect(new Set(captions).size).toBe(12)
  })

  it('about has the specified sections and text', () => {
    expect(getSection('aboutPage', 'missionSection').heading).toBe('Our mission')
    expect(toObjects(getSection('aboutPage', 'beliefsSection').beliefs)).toHaveLength(3)
    const stats = toObjects(getSection('aboutPage', 'statsSection').stats).map(
      ({ value, label }) => `${value} ${label}`,
    )
    expect(stats).toEqual(['500+ episodes', '100+ clients', '50M+ views', '24/7 support'])
    for (const page of ['homePage', 'servicesPage'])
      expect(getSection(page, 'statsSection'), page).toEqual(getSection('aboutPage', 'statsSection'))
    expect(getSection('aboutPage', 'callToActionSection').checkoutLabel).toBe('Secure My Spot Now')
  })

  it('contact has the specified text and lists', () => {
    const contact = getDocument('contactPage')
    expect(contact.locationName).toBe('Beverly Hills, CA')
    expect(getTitles(contact.processSteps)).toEqual(['Record', 'Post-production', 'Receive content'])
    expect(toObjects(contact.reasons).length).toBeGreaterThan(2)
  })

  it('the success, 404 and error pages have the specified text', () => {
    expect(getDocument('successPage').homeLabel).toBe('Return to Homepage')
    expect(getDocument('notFoundPage')).toMatchObject({
      heading: 'Oops! Page not found',
      homeLabel: 'Return to Home',
    })
    expect(getDocument('errorPage').retryLabel).toBeTruthy()
  })

  it('terms and privacy are dated January 2025 and have the specified clauses', () => {
    expect(getDocument('legalPage-terms')).toMatchObject({ path: '/terms', lastUpdated: '2025-01-01' })
    expect(getDocument('legalPage-privacy')).toMatchObject({ path: '/privacy', lastUpdated: '2025-01-01' })
    const terms = JSON.stringify(getDocument('legalPage-terms').body)
    expect(terms).toContain('at least 24 hours before it starts and you receive a full refund')
    expect(terms).toContain('A no-show is charged in full')
    expect(terms).toContain('governed by the law of the State of California')
    const privacy = JSON.stringify(getDocument('legalPage-privacy').body)
    for (const processor of ['Sanity', 'Supabase', 'Stripe', 'EmailJS']) expect(privacy).toContain(processor)
  })
})

it('the seed has no invented people, testimonials, logos or episodes', () => {
  const allSections = [...documents.values()].flatMap(({ sections }) => toObjects(sections))
  const invented = allSections.flatMap(({ testimonials, logos, episodes, people }) =>
    [testimonials, logos, episodes, people].flatMap((items) => toObjects(items)),
  )
  expect(invented).toEqual([])
})

describe('the header and footer of every page', () => {
  const settings = getDocument('siteSettings')
  it('have the specified navigation, button, legal links and postal address', () => {
    const formatLinks = (value: unknown) => toObjects(value).map(({ label, page }) => `${label} ${page}`)
    expect(formatLinks(settings.navigation)).toEqual([
      'Services /services',
      'Studio /studio',
      'About /about',
      'Contact /contact',
    ])
    expect(formatLinks(settings.footerLinks)).toEqual(['Terms /terms', 'Privacy /privacy'])
    expect(settings.checkoutLabel).toBe('Secure My Spot')
    expect(settings.address).toContain('Beverly Hills, CA')
  })
})

import { describe, expect, it } from 'vitest'
import { isObject } from '../tests/support/contentVariants/documents.ts'
import { readFilledSeed } from '../tests/support/filledSeed.ts'

type Fields = Record<string, unknown>

const documents = new Map(readFilledSeed().map((document): [string, Fields] => [document._id, document]))
const getDocument = (id: string): Fields => documents.get(id) ?? {}
const list = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isObject) : [])
const titles = (value: unknown): unknown[] => list(value).map((item) => item.title)

/** The one section of a type in a page. */
function section(page: string, type: string): Fields {
  const found = list(getDocument(page).sections).filter((candidate) => candidate._type === type)
  expect(found, `${type} in ${page}`).toHaveLength(1)
  return found[0] ?? {}
}

const sectionTypes = (page: string): unknown[] => list(getDocument(page).sections).map(({ _type }) => _type)

describe('the messages of the error catalog, word for word', () => {
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
  ])('%s.%s', (group, field, words) => {
    const texts = messages[group]
    expect(isObject(texts) ? texts[field] : undefined).toBe(words)
  })
})

describe('the offer', () => {
  const offer = getDocument('offer')
  const cents = (value: unknown): unknown[] => list(value).map((item) => item.amount)

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

  it('itemises the seven values, three of them by the month, adding up to $6,650', () => {
    const values = list(offer.values)
    const monthly = values.filter(({ unit }) => unit === 'month')
    expect(cents(values)).toHaveLength(7)
    expect(new Set(cents(values))).toEqual(
      new Set([160_000, 120_000, 150_000, 75_000, 80_000, 50_000, 30_000]),
    )
    expect(new Set(cents(monthly))).toEqual(new Set([150_000, 75_000, 80_000]))
    for (const { unit } of values) expect(['once', 'month']).toContain(unit)
    expect(values.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(665_000)
  })

  it('adds onboarding worth $1,000 as the bonus, which makes “over $6,650” true', () => {
    expect(list(offer.bonuses)).toMatchObject([{ title: 'Onboarding', amount: 100_000 }])
    expect(offer.bonusLine).toContain('{amount}')
  })

  it('includes 8 studio hours per month, 10 clips per episode and 2 cameras', () => {
    expect(list(offer.inclusions)).toMatchObject([
      { quantity: 8, title: 'studio hours per month' },
      { quantity: 10, title: 'social clips per episode' },
      { quantity: 2, title: 'cameras' },
    ])
  })

  it('says before consent that it renews, at which prices, and how to cancel', () => {
    expect(offer.renewalTerms).toMatch(/\{introPrice\}.*\{months\}.*\{regularPrice\}/)
    expect(offer.renewalTerms).toMatch(/renews/)
    expect(offer.renewalTerms).toMatch(/until you cancel.*Cancel online/)
    expect(offer.shortTerms).toMatch(/\{introPrice\}.*\{months\}.*\{regularPrice\}.*renews.*cancel online/i)
  })
})

describe('the pages', () => {
  it('home', () => {
    expect(sectionTypes('homePage')).toEqual([
      'heroSection',
      'teamSection',
      'episodesSection',
      'testimonialsSection',
      'featureListSection',
      'monthSection',
      'offerSection',
      'audienceSection',
      'statsSection',
      'questionsSection',
      'closingOfferSection',
    ])
    expect(section('homePage', 'heroSection')).toMatchObject({
      checkoutLabel: 'Secure My Spot Now',
      video: { source: 'file' },
    })
    expect(section('homePage', 'featureListSection').heading).toBe("What You'll Love")
    expect(section('homePage', 'audienceSection').heading).toBe('Who This Is For')
    expect(list(section('homePage', 'audienceSection').audiences)).toHaveLength(3)
    expect(section('homePage', 'closingOfferSection').providers).toEqual(['Klarna', 'Afterpay', 'Affirm'])
    expect(section('homePage', 'closingOfferSection').heading).toContain('flexible payments')
    expect(section('homePage', 'closingOfferSection').availabilityNote).toContain('Availability varies')
  })

  it('services', () => {
    expect(titles(section('servicesPage', 'serviceCardsSection').cards)).toEqual([
      'Professional Recording',
      'Multi-Camera Video',
      'Full Post-Production',
    ])
    expect(section('servicesPage', 'offerSection').anchor).toBe('offer')
    expect(section('servicesPage', 'callToActionSection').checkoutLabel).toBe('Secure My Spot Now')
    expect(sectionTypes('servicesPage').slice(2)).toEqual([
      'offerSection',
      'statsSection',
      'questionsSection',
      'callToActionSection',
    ])
  })

  it('studio', () => {
    expect(section('studioPage', 'tourVideoSection')).toMatchObject({ video: { source: 'file' } })
    expect(list(section('studioPage', 'featureListSection').features)).toHaveLength(6)
    expect(list(section('studioPage', 'equipmentSection').groups).length).toBeGreaterThan(2)
    expect(section('studioPage', 'gallerySection').heading).toBeTruthy()
    expect(list(section('studioPage', 'callToActionSection').links)).toMatchObject([
      { label: 'Book a Tour', kind: 'contact', topic: 'tour' },
      { label: 'Book Your Session', kind: 'contact', topic: 'session' },
    ])
    const captions = list(getDocument('gallery').images).map(({ caption }) => caption)
    expect(new Set(captions).size).toBe(12)
  })

  it('about', () => {
    expect(section('aboutPage', 'missionSection').heading).toBe('Our mission')
    expect(list(section('aboutPage', 'beliefsSection').beliefs)).toHaveLength(3)
    const stats = list(section('aboutPage', 'statsSection').stats).map(
      ({ value, label }) => `${value} ${label}`,
    )
    expect(stats).toEqual(['500+ episodes', '100+ clients', '50M+ views', '24/7 support'])
    for (const page of ['homePage', 'servicesPage'])
      expect(section(page, 'statsSection'), page).toEqual(section('aboutPage', 'statsSection'))
    expect(section('aboutPage', 'callToActionSection').checkoutLabel).toBe('Secure My Spot Now')
  })

  it('contact', () => {
    const contact = getDocument('contactPage')
    expect(contact.locationName).toBe('Beverly Hills, CA')
    expect(titles(contact.processSteps)).toEqual(['Record', 'Post-production', 'Receive content'])
    expect(list(contact.reasons).length).toBeGreaterThan(2)
  })

  it('success, not found and errors', () => {
    expect(getDocument('successPage').homeLabel).toBe('Return to Homepage')
    expect(getDocument('notFoundPage')).toMatchObject({
      heading: 'Oops! Page not found',
      homeLabel: 'Return to Home',
    })
    expect(getDocument('errorPage').retryLabel).toBeTruthy()
  })

  it('terms and privacy, dated January 2025', () => {
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

it('invents no people, words of theirs, logos or episodes', () => {
  const all = [...documents.values()].flatMap(({ sections }) => list(sections))
  const invented = all.flatMap(({ testimonials, logos, episodes, people }) =>
    [testimonials, logos, episodes, people].flatMap((each) => list(each)),
  )
  expect(invented).toEqual([])
})

describe('the frame around every page', () => {
  const settings = getDocument('siteSettings')
  it('has the navigation, its button and the legal links', () => {
    const shown = (value: unknown) => list(value).map(({ label, page }) => `${label} ${page}`)
    expect(shown(settings.navigation)).toEqual([
      'Services /services',
      'Studio /studio',
      'About /about',
      'Contact /contact',
    ])
    expect(shown(settings.footerLinks)).toEqual(['Terms /terms', 'Privacy /privacy'])
    expect(settings.checkoutLabel).toBe('Secure My Spot')
    expect(settings.address).toContain('Beverly Hills, CA')
  })
})

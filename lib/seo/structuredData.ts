import { type PictureValue, pictureUrl } from '@/lib/content/media/image'
import { findVideoPlayer, type VideoValue } from '@/lib/content/media/video'
import type { SiteContent } from '@/lib/content/reading/settings'
import { resolveLink } from '@/lib/content/routing/links'
import { filterObjects, filterTexts, isText } from '@/lib/content/text/contentGuards'
import { getCurrencyDecimals } from '@/lib/content/text/format'
import type { OfferNames, OfferNumbers } from '@/lib/content/text/offerTypes'
import { plainText } from '@/lib/content/text/plainText'
import { offerPath } from '@/lib/membership/offer/offerPath'

/**
 * Describes the studio for search engines, see https://schema.org/LocalBusiness. Missing settings are left out.
 *
 * @param origin - the public origin of the site
 * @returns null without a name
 */
export function createBusinessData(
  settings: SiteContent['settings'] | undefined,
  origin: string,
): object | null {
  if (!settings || !isText(settings.siteName)) return null
  const lines = filterTexts(settings.address).map((line) => line.text)
  const profiles = filterObjects(settings.socialLinks).flatMap((link) => resolveLink(link)?.href ?? [])
  return {
    '@context': 'https://schema.org',
    '@type': ['Organization', 'LocalBusiness'],
    '@id': `${origin}/#business`,
    name: settings.siteName,
    slogan: settings.tagline ?? undefined,
    url: `${origin}/`,
    image: pictureUrl(settings.socialImage, 1200, 1200 / 630) ?? undefined,
    email: settings.contactEmail ?? undefined,
    telephone: settings.contactPhone ?? undefined,
    address: createPostalAddress(lines.filter((line) => line !== settings.siteName)),
    sameAs: profiles.length > 0 ? profiles : undefined,
  }
}

/** Describes the postal address, see https://schema.org/PostalAddress. Its last line may be “City, ST 90210”. */
function createPostalAddress(lines: readonly string[]): object | undefined {
  if (lines.length === 0) return undefined
  const { city, state, code } =
    /^(?<city>.+), (?<state>[A-Z]{2})(?: (?<code>[\d-]+))?$/.exec(lines.at(-1) ?? '')?.groups ?? {}
  const streetLines = city ? lines.slice(0, -1) : lines
  return {
    '@type': 'PostalAddress',
    streetAddress: streetLines.length > 0 ? streetLines.join(', ') : undefined,
    addressLocality: city,
    addressRegion: state,
    postalCode: code,
    addressCountry: city && 'US',
  }
}

/** Describes the path from the home page to a page, see https://schema.org/BreadcrumbList. */
export function createBreadcrumbData(
  names: { home: string; page: string },
  path: string,
  origin: string,
): object {
  const items = [
    { name: names.home, item: `${origin}/` },
    { name: names.page, item: `${origin}${path}` },
  ]
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: items.map((item, index) => ({ '@type': 'ListItem', position: index + 1, ...item })),
  }
}

/**
 * Describes the film of a page for search engines, see https://schema.org/VideoObject.
 *
 * @param sections - the page's sections: only visible ones are described
 * @returns null when the page shows no video file with a title and a poster
 */
export function createVideoData(sections: readonly (Section | null)[] | null | undefined): object | null {
  const videos = filterObjects(sections).flatMap(({ hidden, video }) =>
    hidden !== true && video ? [video] : [],
  )
  for (const video of videos) {
    const player = findVideoPlayer(video)
    const thumbnailUrl = pictureUrl(video.poster, 1200, 16 / 9)
    if (player?.kind !== 'file' || !isText(video.title) || !thumbnailUrl) continue
    const contentUrl = player.sources.at(-1)?.src
    return {
      '@context': 'https://schema.org',
      '@type': 'VideoObject',
      name: video.title,
      thumbnailUrl,
      contentUrl,
    }
  }
  return null
}

type Question = { question?: string | null; answer?: unknown }

type Section = {
  _type?: string
  hidden?: boolean | null
  offer?: object | null
  questions?: readonly (Question | null)[] | null
  video?: (VideoValue & { poster?: PictureValue | null }) | null
}

/**
 * Describes the questions of a page for search engines, see https://schema.org/FAQPage.
 *
 * @param sections - the page's sections: only visible ones are described
 * @returns null when the page shows none
 */
export function createQuestionsData(sections: readonly (Section | null)[] | null | undefined): object | null {
  const shown = filterObjects(sections).filter(
    ({ _type, hidden }) => _type === 'questionsSection' && hidden !== true,
  )
  const mainEntity = shown.flatMap(({ questions }) =>
    filterObjects(questions, ['question']).flatMap(({ question, answer }) => {
      const text = plainText(answer)
      return text
        ? [{ '@type': 'Question', name: question, acceptedAnswer: { '@type': 'Answer', text } }]
        : []
    }),
  )
  return mainEntity.length > 0 ? { '@context': 'https://schema.org', '@type': 'FAQPage', mainEntity } : null
}

/**
 * Describes the membership for search engines, with its introductory and its regular monthly price, see
 * https://schema.org/Service and https://schema.org/UnitPriceSpecification.
 *
 * @param sections - the page's sections: only what the page shows is described
 * @param origin - the public origin of the site
 * @returns null when the page shows no offer with a name, a currency and both prices
 */
export function createServiceData(sections: readonly (Section | null)[] | null | undefined, origin: string) {
  const offer = findVisibleOffer(sections)
  if (!offer || !isText(offer.name) || !isText(offer.currency)) return null
  const { introPrice, introMonths, regularPrice } = offer
  if (typeof introPrice !== 'number' || typeof regularPrice !== 'number') return null
  const currency = offer.currency.toUpperCase()
  return {
    '@context': 'https://schema.org',
    '@type': 'Service',
    name: offer.name,
    description: offer.summary ?? undefined,
    provider: { '@id': `${origin}/#business` },
    offers: {
      '@type': 'Offer',
      name: offer.packageName ?? undefined,
      url: `${origin}${offerPath}`,
      priceCurrency: currency,
      price: formatAmount(introPrice, currency),
      priceSpecification: [
        createMonthlyPrice(introPrice, currency, 0, introMonths ?? undefined),
        createMonthlyPrice(regularPrice, currency, introMonths ?? 0),
      ],
    },
  }
}

function createMonthlyPrice(cents: number, currency: string, startMonth: number, durationMonths?: number) {
  return {
    '@type': 'UnitPriceSpecification',
    price: formatAmount(cents, currency),
    priceCurrency: currency,
    unitCode: 'MON',
    billingIncrement: 1,
    billingStart: startMonth,
    billingDuration: durationMonths,
  }
}

/** Formats an amount as a decimal number of the currency's unit, as schema.org requires. */
function formatAmount(cents: number, currency: string): string {
  const decimals = getCurrencyDecimals(currency)
  return (cents / 10 ** decimals).toFixed(decimals)
}

function findVisibleOffer(
  sections: readonly (Section | null)[] | null | undefined,
): (OfferNames & OfferNumbers) | null {
  const offerSection = filterObjects(sections).find(
    (section) => section._type === 'offerSection' && section.hidden !== true,
  )
  return offerSection?.offer ?? null
}

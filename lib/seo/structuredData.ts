import { pictureUrl } from '@/lib/content/media/image'
import { findVideoPlayer, hasVideo, type VideoWithPoster } from '@/lib/content/media/video'
import type { SiteContent } from '@/lib/content/reading/settings'
import { resolveLink } from '@/lib/content/routing/links'
import { filterObjects, filterTexts, isText } from '@/lib/content/text/contentGuards'
import type { OpeningHours } from '@/lib/content/text/openingHours'

/** Describes the studio for search engines (https://schema.org/LocalBusiness); null without a name. */
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

/** Describes the postal address (https://schema.org/PostalAddress). Its last line may be “City, ST 90210”. */
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

/**
 * Describes the opening hours of the business that {@link createBusinessData} describes
 * (https://schema.org/OpeningHoursSpecification).
 *
 * @returns null without opening hours
 */
export function createHoursData(periods: OpeningHours['periods'], origin: string): object | null {
  if (periods.length === 0) return null
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': `${origin}/#business`,
    openingHoursSpecification: periods.map(({ days: dayOfWeek, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek,
      opens,
      closes,
    })),
  }
}

type Section = {
  hidden?: boolean | null
  video?: VideoWithPoster | null
  /** Replaces `video` in the hero. */
  episode?: VideoWithPoster | null
}

/**
 * Describes a page's first visible video file that has what search engines require: title, poster and upload date.
 * See https://developers.google.com/search/docs/appearance/structured-data/video.
 *
 * @returns null without such a video file
 */
export function createVideoData(sections: readonly (Section | null)[] | null | undefined): object | null {
  for (const { hidden, episode, video: film } of filterObjects(sections)) {
    const video = hasVideo(episode) ? episode : film
    if (hidden === true || !video) continue
    const player = findVideoPlayer(video)
    const thumbnailUrl = pictureUrl(video.poster, 1200, 16 / 9)
    const uploadDate = video.file?.uploadedAt
    if (player?.kind !== 'file' || !isText(video.title) || !thumbnailUrl || !isText(uploadDate)) continue
    return {
      '@context': 'https://schema.org',
      '@type': 'VideoObject',
      name: video.title,
      thumbnailUrl,
      uploadDate,
      contentUrl: player.sources.at(-1)?.src,
    }
  }
  return null
}

/** Describes the breadcrumb trail from the home page to a page (https://schema.org/BreadcrumbList). */
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

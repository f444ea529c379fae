import { pictureUrl } from '@/lib/content/media/image'
import { findVideoPlayer, hasVideo, type VideoWithPoster } from '@/lib/content/media/video'
import type { SiteContent } from '@/lib/content/reading/settings'
import { resolveLink } from '@/lib/content/routing/links'
import { filterObjects, filterTexts, isText } from '@/lib/content/text/contentGuards'

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

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const dayPattern = days.join('|')
const timePattern = String.raw`\d{1,2}(?::\d{2})? ?(?:am|pm)?`
const hoursPattern = new RegExp(
  `(?<firstDay>${dayPattern})(?: ?(?:to|through|–|-) ?(?<lastDay>${dayPattern}))?,? (?<opens>${timePattern}) ?(?:to|–|-) ?(?<closes>${timePattern})`,
  'i',
)

/** Returns the lines that state opening hours, without those about email or the phone. */
export const filterHours = (lines: Parameters<typeof filterTexts>[0]) =>
  filterTexts(lines).filter(({ text }) => hoursPattern.test(text))

/**
 * Describes the opening hours of the business that {@link createBusinessData} describes
 * (https://schema.org/OpeningHoursSpecification).
 *
 * @param lines - strings from the CMS, such as “Monday to Saturday, 9 am to 8 pm”; lines in other formats are ignored
 * @returns null without such a line
 */
export function createHoursData(lines: Parameters<typeof filterTexts>[0], origin: string): object | null {
  const specifications = filterTexts(lines).flatMap(({ text: line }) => {
    const { firstDay, lastDay, opens, closes } = hoursPattern.exec(line)?.groups ?? {}
    if (!firstDay || !opens || !closes) return []
    const findDay = (name: string) => days.findIndex((day) => day.toLowerCase() === name.toLowerCase())
    const openDays = days.slice(findDay(firstDay), findDay(lastDay ?? firstDay) + 1)
    if (openDays.length === 0) return []
    return {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: openDays,
      opens: toTime(opens),
      closes: toTime(closes),
    }
  })
  if (specifications.length === 0) return null
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    '@id': `${origin}/#business`,
    openingHoursSpecification: specifications,
  }
}

/** Converts a time such as “9 am” or “20:30” to the 24-hour format: “09:00” or “20:30”. */
function toTime(text: string): string {
  const [hours = '', minutes = '00'] = text.replace(/[^\d:]/g, '').split(':')
  const hours12 = /[ap]m/i.test(text) ? Number(hours) % 12 : Number(hours)
  return `${String(/pm/i.test(text) ? hours12 + 12 : hours12).padStart(2, '0')}:${minutes}`
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

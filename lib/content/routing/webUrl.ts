import { describeInvisibleCharacterProblem } from '../text/invisibleCharacters'
import { hasRecipient, removePhoneSpaces } from './links'

const schemes = ['https:', 'mailto:', 'tel:']

/** The URL length that all browsers and servers accept. RFC 9110 (section 4.1) recommends 8,000, but not all comply. */
const maxUrlLength = 2000

/** Returns a message for the editor if a URL is longer than all browsers and servers accept, otherwise null. */
export function describeUrlLengthProblem(url: string): string | null {
  if (url.length <= maxUrlLength) return null
  return `This URL has ${url.length.toLocaleString('en-US')} characters. Use at most 2,000, so that it works everywhere.`
}

/**
 * Checks a URL that an editor entered. The site links only to secure pages, emails and telephone numbers. For example,
 * a `javascript:` URL would run code in the visitor's browser.
 *
 * @returns a message for the editor, or null
 */
export function describeWebUrlProblem(url: string): string | null {
  const invisibleProblem = describeInvisibleCharacterProblem(url)
  if (invisibleProblem) return invisibleProblem
  if (url !== url.trim()) return 'There is a space before or after the URL. Remove it.'
  if (!URL.canParse(url)) {
    return 'This isn’t a complete URL. It should look like https://example.com, mailto:name@example.com or tel:+13105550142.'
  }
  const { protocol, hostname } = new URL(url)
  if (!schemes.includes(protocol)) {
    return `“${protocol}” links don’t work here. Use https:, mailto: or tel: instead.`
  }
  if (protocol !== 'https:' && !hasRecipient(removePhoneSpaces(url))) {
    return protocol === 'tel:'
      ? 'This link has no telephone number. It should look like tel:+13105550142.'
      : 'This link has no email. It should look like mailto:name@example.com.'
  }
  if (protocol === 'https:' && !hostname.includes('.')) return `“${hostname}” isn’t a website’s domain name.`
  return describeUrlLengthProblem(url)
}

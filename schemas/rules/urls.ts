import { videoPlayer } from '@/components/ui/video/player'

const schemes = ['https:', 'mailto:', 'tel:']

/**
 * Checks a web address that an editor wrote. The site links to secure pages, mail addresses and telephone
 * numbers only: an address such as `javascript:` would run code in the visitor's browser.
 *
 * @returns what is wrong and how to put it right, or null
 */
export function urlProblem(url: string | undefined): string | null {
  if (!url) return null
  if (url !== url.trim()) return 'There is a space before or after the address. Please remove it.'
  if (!URL.canParse(url)) {
    return 'This is not a complete address. It should read like https://example.com, mailto:name@example.com or tel:+13105550142.'
  }
  const { protocol, hostname } = new URL(url)
  if (!schemes.includes(protocol)) {
    return `Links may start with https:, mailto: or tel:, and this one starts with ${protocol}`
  }
  if (protocol === 'https:' && !hostname.includes('.')) return `“${hostname}” is not the name of a website.`
  return null
}

/**
 * Checks the address of a film on YouTube or Vimeo: right is what the site's player can play.
 *
 * @returns how the address should read, or null
 */
export function filmUrlProblem(url: string | undefined, source: string | undefined): string | null {
  if (!url || videoPlayer({ source, url })) return null
  return source === 'vimeo'
    ? 'Copy the address of the film from Vimeo. It should read like https://vimeo.com/123456789'
    : 'Copy the address of the film from YouTube. It should read like https://www.youtube.com/watch?v=… or https://youtu.be/…'
}

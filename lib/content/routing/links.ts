import { stegaClean } from '@sanity/client/stega'

/** A link from the CMS: to a page of the site, to the contact form with a topic, or to a URL. */
export type LinkValue = {
  kind?: string | null
  page?: string | null
  fragment?: string | null
  topic?: string | null
  url?: string | null
}

const safeProtocols = new Set(['https:', 'mailto:', 'tel:'])

/**
 * Resolves a link from the CMS to a URL. Content is treated as hostile: anything but a path of this site or an https,
 * mailto or tel URL yields null.
 *
 * @returns the URL, and whether it is a complete https URL (`external`); null without a safe URL
 */
export function resolveLink(link: LinkValue | null | undefined): { href: string; external: boolean } | null {
  const { kind, page, fragment, topic, url } = stegaClean(link ?? {})
  if (kind === 'page' && page && /^\/(?![/\\])[\w\-/]*$/.test(page)) {
    return { href: fragment ? `${page}#${encodeURIComponent(fragment)}` : page, external: false }
  }
  if (kind === 'contact') {
    return { href: topic ? `/contact?topic=${encodeURIComponent(topic)}` : '/contact', external: false }
  }
  if (kind === 'url' && url) return parseSafeUrl(url)
  return null
}

function parseSafeUrl(input: string): { href: string; external: boolean } | null {
  const url = removePhoneSpaces(input)
  const parsed = URL.parse(url)
  if (!parsed || !safeProtocols.has(parsed.protocol)) return null
  const external = parsed.protocol === 'https:'
  return external || hasRecipient(url) ? { href: parsed.href, external } : null
}

/** Removes spaces from a telephone URL; returns any other URL unchanged. */
export function removePhoneSpaces(url: string): string {
  return /^tel:/i.test(url) ? url.replace(/\s+/g, '') : url
}

/** Whether a mailto URL has a recipient, or a tel URL has a number. */
export function hasRecipient(url: string): boolean {
  return /^(mailto:[^\s@?]+@[^\s@?]+|tel:\+?[\d().-]*\d{3})/i.test(url)
}

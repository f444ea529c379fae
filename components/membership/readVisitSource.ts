import type { VisitSource } from '@/lib/membership/checkout/visitSource'

/**
 * Reads how this tab's visitor reached the site. Needs no storage, since client-side navigation keeps the first
 * document. The route validates the values.
 */
export function readVisitSource(): VisitSource {
  const [navigation] = performance.getEntriesByType('navigation')
  const params = URL.parse(navigation?.name ?? location.href)?.searchParams
  const host = URL.parse(document.referrer)?.host
  const source: VisitSource = host && host !== location.host ? { referrer_host: host } : {}
  for (const name of ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const) {
    const value = params?.get(name)
    if (value) source[name] = value.slice(0, 100)
  }
  return source
}

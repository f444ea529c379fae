import { parseVisitSource, type VisitSource } from '@/lib/membership/checkout/visitSource'

/**
 * Reads how this tab's visitor came, without storing anything: links of the site keep the document that was loaded first.
 */
export function readVisitSource(): VisitSource {
  const [navigation] = performance.getEntriesByType('navigation')
  const params = URL.parse(navigation?.name ?? location.href)?.searchParams
  const host = URL.parse(document.referrer)?.host
  return parseVisitSource({
    ...Object.fromEntries(params ?? []),
    referrer_host: host === location.host ? undefined : host,
  })
}

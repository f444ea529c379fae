import type { ValidationContext } from 'sanity'
import { apiVersion } from '@/lib/content/config'
import type { KnownPaths } from '@/lib/content/landingPageRules'
import { parseLandingPages } from '@/lib/landingPages'

/** How long an answer is remembered once it is there: a form is checked at every stroke of a key. Milliseconds. */
const remembered = 2000

let known: { until: number; addresses: Promise<KnownPaths | undefined> } | undefined

/**
 * The addresses of all landing pages and redirects, drafts included.
 *
 * @returns undefined while the lake does not answer: nobody is kept from publishing by that
 */
export function fetchKnownPaths({
  getClient,
}: Pick<ValidationContext, 'getClient'>): Promise<KnownPaths | undefined> {
  if (known && Date.now() < known.until) return known.addresses
  const addresses = getClient({ apiVersion })
    .withConfig({ perspective: 'raw', maxRetries: 0 })
    .fetch<{ landingPages: unknown; rules: KnownPaths['rules'] | null }>(
      `{
        "landingPages": *[_type == "landingPage" && defined(path)]{_id, path, title, formerPaths},
        "rules": *[_type == "redirects"].rules[]{from, match, to, status}
      }`,
    )
    .then(({ landingPages, rules }) => ({
      landingPages: parseLandingPages(landingPages),
      rules: (rules ?? []).filter((rule) => rule !== null),
    }))
    .catch(() => undefined)
  const asked = { until: Number.POSITIVE_INFINITY, addresses }
  addresses.then(() => {
    asked.until = Date.now() + remembered
  })
  known = asked
  return addresses
}

import type { ValidationContext } from 'sanity'
import { apiVersion } from '@/lib/content/reading/config'
import type { KnownPaths } from '@/lib/content/routing/landingPageRules'
import { parseLandingPages } from '@/lib/landingPages'

/** How long the paths are cached. A form is validated at every keystroke. */
const cacheMs = 2000

let cached: { expiresAt: number; paths: Promise<KnownPaths | undefined> } | undefined

/**
 * Fetches the paths of all landing pages and redirects, drafts included.
 *
 * @returns undefined when the request fails. Checks that need the paths are then skipped, so that an outage does not block
 *   publishing
 */
export function fetchKnownPaths({
  getClient,
}: Pick<ValidationContext, 'getClient'>): Promise<KnownPaths | undefined> {
  if (cached && Date.now() < cached.expiresAt) return cached.paths
  const paths = getClient({ apiVersion })
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
  // The request is not repeated while it is in flight.
  const entry = { expiresAt: Number.POSITIVE_INFINITY, paths }
  paths.then(() => {
    entry.expiresAt = Date.now() + cacheMs
  })
  cached = entry
  return paths
}

import type { ValidationContext } from 'sanity'
import { apiVersion } from '@/lib/content/reading/config'
import type { KnownPaths } from '@/lib/content/routing/landingPageRules'
import { parseLandingPages } from '@/lib/landingPages'
import { cacheBriefly } from './cacheBriefly'

const cacheMs = 2000

/**
 * Fetches the paths of all landing pages and redirects, including drafts.
 *
 * @returns undefined when the request fails. Checks that need the paths are then skipped, so an outage does not block
 *   publishing
 */
export const fetchKnownPaths = cacheBriefly(
  cacheMs,
  async ({ getClient }: Pick<ValidationContext, 'getClient'>): Promise<KnownPaths> => {
    const { landingPages, rules } = await getClient({ apiVersion })
      .withConfig({ perspective: 'raw', maxRetries: 0 })
      .fetch<{ landingPages: unknown; rules: KnownPaths['rules'] | null }>(
        `{
          "landingPages": *[_type == "landingPage" && defined(path)]{_id, path, title, formerPaths},
          "rules": *[_type == "redirects"].rules[]{from, match, to, status}
        }`,
      )
    return {
      landingPages: parseLandingPages(landingPages),
      rules: (rules ?? []).filter((rule) => rule !== null),
    }
  },
)

import 'server-only'
import { environment } from '@/lib/env'
import { parseLandingPages } from '@/lib/landingPages'
import { log } from '@/lib/log'
import { getProcessTimeMs } from '@/lib/processClock'
import { routablePathsQuery } from '../reading/buildContent'
import { getPageCache } from '../reading/contentPageCache'
import { type ReadResult, readPublished } from '../reading/read'
import { landingPageListId } from '../reading/tags'
import { filterObjects, omitEmptyTexts } from '../text/contentGuards'
import type { RoutablePathsQueryResult } from '../types.generated'
import { listFormerPathRedirects } from './landingPageRules'
import type { RedirectValue } from './redirects'

/** The ids whose cache tags expire the result of {@link routablePathsQuery}, even while the documents do not exist. */
const documents = ['redirects', landingPageListId]

/** How long paths are cached on a host whose instances do not share the webhook's invalidations. */
const maxAgeWithoutWebhookMs = 60_000

/** The retry interval after a failed read of the Content Lake. */
const retryMs = 10_000

/** The routable paths that editors have published. */
export type RoutablePaths = { redirects: readonly RedirectValue[]; landingPages: ReadonlySet<string> }

type CachedPaths = Pick<ReadResult, 'tags' | 'since'> & RoutablePaths & { expiresAt: number }

let cached: CachedPaths | undefined
let inFlight: Promise<CachedPaths> | undefined

/**
 * Returns the routable paths that editors have published. Reads them again when the webhook expires them, and after a
 * few minutes. During an outage of the Content Lake, returns the last known paths, or those from the build.
 */
export async function getRoutablePaths(): Promise<RoutablePaths> {
  const isExpired = !cached || getPageCache()?.hasExpired(cached.tags, cached.since)
  if (isExpired || (cached && getProcessTimeMs() > cached.expiresAt)) {
    inFlight ??= readPaths().finally(() => {
      inFlight = undefined
    })
  }
  // Paths that are due for a refresh, but whose tags have not expired, are returned while they are read again.
  return isExpired || !cached ? await (inFlight ?? readPaths()) : cached
}

async function readPaths(): Promise<CachedPaths> {
  try {
    const read = await readPublished(routablePathsQuery, {}, documents)
    // The client's result is untyped; typegen derived this type from the query and the schema.
    const result = read.result as RoutablePathsQueryResult | null
    const maxAgeWithWebhookMs = environment().CONTENT_REVALIDATE_SECONDS * 1000
    const maxAgeMs = read.isFallback ? retryMs : getPageCache() ? maxAgeWithWebhookMs : maxAgeWithoutWebhookMs
    cached = { ...read, ...parseRoutablePaths(result), expiresAt: getProcessTimeMs() + maxAgeMs }
  } catch (error) {
    log.error('content', 'routablePaths: read failed; using the paths from the build', error)
    const since = getProcessTimeMs()
    // The result that the query had during the build (next.config.ts); null in development.
    const build: RoutablePathsQueryResult | null = JSON.parse(process.env.BUILD_ROUTABLE_PATHS || 'null')
    cached = { ...parseRoutablePaths(build), tags: [], since, expiresAt: since + retryMs }
  }
  return cached
}

function parseRoutablePaths(result: RoutablePathsQueryResult | null): RoutablePaths {
  const landingPages = parseLandingPages(result?.landingPages)
  const rules = filterObjects(result?.redirects?.rules).map(({ key, ...rule }) => omitEmptyTexts(rule))
  return {
    redirects: [...rules, ...listFormerPathRedirects(landingPages)],
    landingPages: new Set(landingPages.map(({ path }) => path)),
  }
}

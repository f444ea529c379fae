import 'server-only'
import { environment } from '@/lib/env'
import { type LandingPage, parseLandingPages } from '@/lib/landingPages'
import { log } from '@/lib/log'
import { processNow } from '@/lib/processClock'
import { client } from './client'
import { filterObjects, omitEmptyTexts } from './contentGuards'
import { listFormerPathRedirects } from './landingPageRules'
import { pageCache } from './pageCache'
import { type ReadResult, readPublished } from './read'
import type { RedirectValue } from './redirects'
import { routablePathsQuery } from './routablePathsQuery'
import { landingPageList } from './tags'
import type { RoutablePathsQueryResult } from './types.generated'

/** Tags of {@link routablePathsQuery} even while its documents do not exist. */
const documents = ['redirects', landingPageList]

/** How long a list is cached where no webhook invalidates it: each host instance has its own. Milliseconds. */
const uninvalidatedMs = 60_000

/** How long after a failure the Content Lake is tried again. Milliseconds. */
const retryMs = 10_000

/** The routable paths that editors have published. */
export type RoutablePaths = { redirects: readonly RedirectValue[]; landingPages: ReadonlySet<string> }

type List = Pick<ReadResult, 'tags' | 'since'> & RoutablePaths & { until: number }

/** One cached list, so that memory does not grow with the number of requested paths. */
let cached: List | undefined
let inFlight: Promise<List> | undefined

/**
 * The routable paths that editors have published. They are read once, and again when the webhook expires them or some
 * minutes have passed; during an outage of the Content Lake, the last list is used.
 */
export async function getRoutablePaths(): Promise<RoutablePaths> {
  const isOld = !cached || pageCache()?.hasExpired(cached.tags, cached.since)
  if (isOld || (cached && processNow() > cached.until)) {
    inFlight ??= readList().finally(() => {
      inFlight = undefined
    })
  }
  // A stale list is acceptable, so no request waits for its refresh.
  return isOld || !cached ? await (inFlight ?? readList()) : cached
}

async function readList(): Promise<List> {
  try {
    const read = await readPublished(routablePathsQuery, {}, documents)
    // The client's result is untyped; typegen derived this type from the query and the schema.
    const result = read.result as RoutablePathsQueryResult | null
    const invalidatedMs = environment().CONTENT_REVALIDATE_SECONDS * 1000
    const lifeMs = read.isFallback ? retryMs : pageCache() ? invalidatedMs : uninvalidatedMs
    cached = { ...read, ...parseRoutablePaths(result), until: processNow() + lifeMs }
  } catch (error) {
    log.error('content', 'routablePaths: read failed; those of the build are used', error)
    const since = processNow()
    cached = { ...parseRoutablePaths(readBuildPaths()), tags: [], since, until: since + retryMs }
  }
  return cached
}

/** The result that the build includes (next.config.ts); null in development. */
function readBuildPaths(): RoutablePathsQueryResult | null {
  // The result of the same query, as typegen describes it.
  return JSON.parse(process.env.BUILD_ROUTABLE_PATHS || 'null') as RoutablePathsQueryResult | null
}

function parseRoutablePaths(result: RoutablePathsQueryResult | null): RoutablePaths {
  const landingPages = parseLandingPages(result?.landingPages)
  const rules = filterObjects(result?.redirects?.rules).map(({ key, ...rule }) => omitEmptyTexts(rule))
  return {
    redirects: [...rules, ...listFormerPathRedirects(landingPages)],
    landingPages: collectPaths(landingPages),
  }
}

const collectPaths = (landingPages: readonly LandingPage[]) => new Set(landingPages.map(({ path }) => path))

/** How long the paths of drafts are cached. It is short, because an editor opens a page right after changing its path. */
const draftsMaxAgeMs = 1000

let drafts: { paths: Promise<ReadonlySet<string>>; until: number } | undefined

/** The paths of landing pages in drafts and releases as well. They are read once in {@link draftsMaxAgeMs} at most. */
export function getDraftPaths(): Promise<ReadonlySet<string>> {
  if (!drafts || processNow() > drafts.until) {
    const request = client
      .withConfig({ token: environment().SANITY_API_READ_TOKEN, perspective: 'raw', maxRetries: 0 })
      .fetch<unknown>(
        '*[_type == "landingPage"]{_id, path}',
        {},
        {
          cache: 'no-store',
          signal: AbortSignal.timeout(5000),
        },
      )
    drafts = {
      paths: request.then(parseLandingPages, () => []).then(collectPaths),
      until: processNow() + draftsMaxAgeMs,
    }
  }
  return drafts.paths
}

import 'server-only'
import { environment } from '@/lib/env'
import { type LandingPage, landingPagesIn } from '@/lib/landingPages'
import { log } from '@/lib/log'
import { processNow } from '@/lib/processClock'
import { addressesQuery } from './addressesQuery'
import { client } from './client'
import { givenTexts, objectsIn } from './contentGuards'
import { movesOf } from './landingPageRules'
import { pageCache } from './pageCache'
import { type Answer, readPublished } from './read'
import type { RedirectValue } from './redirects'
import { landingPageList } from './tags'
import type { AddressesQueryResult } from './types.generated'

/** What {@link addressesQuery} depends on even while it does not exist. */
const documents = ['redirects', landingPageList]

/** How long a list is cached where no webhook invalidates it: each host instance has its own. Milliseconds. */
const uninvalidatedMs = 60_000

/** How long after a failure the Content Lake is tried again. Milliseconds. */
const retryMs = 10_000

/** The addresses that editors have published. */
export type Addresses = { redirects: readonly RedirectValue[]; landingPages: ReadonlySet<string> }

type List = Pick<Answer, 'tags' | 'since'> & Addresses & { until: number }

/** One list for all addresses, so that nothing grows with the addresses that are asked for. */
let kept: List | undefined
let asking: Promise<List> | undefined

/**
 * The addresses that editors have published. They are read once, and again when the webhook expires them or some
 * minutes have passed; while the Content Lake cannot be reached, they are the last that were read.
 */
export async function currentAddresses(): Promise<Addresses> {
  const isOld = !kept || pageCache()?.hasExpired(kept.tags, kept.since)
  if (isOld || (kept && processNow() > kept.until)) {
    asking ??= ask().finally(() => {
      asking = undefined
    })
  }
  // By its age alone a list is not wrong: nobody waits for the next one.
  return isOld || !kept ? await (asking ?? ask()) : kept
}

async function ask(): Promise<List> {
  try {
    const answer = await readPublished(addressesQuery, {}, documents)
    // The lake's answer has no type of its own; typegen derived this one from the query and the schema.
    const result = answer.result as AddressesQueryResult | null
    const invalidatedMs = environment().CONTENT_REVALIDATE_SECONDS * 1000
    const lifeMs = answer.isLast ? retryMs : pageCache() ? invalidatedMs : uninvalidatedMs
    kept = { ...answer, ...addressesIn(result), until: processNow() + lifeMs }
  } catch (error) {
    log.error('content', 'the addresses of editors cannot be read; those of the build are used', error)
    const since = processNow()
    kept = { ...addressesIn(readBuildAddresses()), tags: [], since, until: since + retryMs }
  }
  return kept
}

/** The result that the build carries (next.config.ts); null in development. */
function readBuildAddresses(): AddressesQueryResult | null {
  // The result of the same query, as typegen describes it.
  return JSON.parse(process.env.BUILD_ADDRESSES || 'null') as AddressesQueryResult | null
}

function addressesIn(result: AddressesQueryResult | null): Addresses {
  const landingPages = landingPagesIn(result?.landingPages)
  const rules = objectsIn(result?.redirects?.rules).map(({ key, ...rule }) => givenTexts(rule))
  return { redirects: [...rules, ...movesOf(landingPages)], landingPages: pathsOf(landingPages) }
}

const pathsOf = (landingPages: readonly LandingPage[]) => new Set(landingPages.map(({ path }) => path))

/** How long the addresses of drafts are cached: an editor opens a page a moment after naming it. Milliseconds. */
const draftsMs = 1000

let drafts: { paths: Promise<ReadonlySet<string>>; until: number } | undefined

/** The paths of landing pages in drafts and releases as well. They are read once in {@link draftsMs} at most. */
export function draftAddresses(): Promise<ReadonlySet<string>> {
  if (!drafts || processNow() > drafts.until) {
    const asked = client
      .withConfig({ token: environment().SANITY_API_READ_TOKEN, perspective: 'raw', maxRetries: 0 })
      .fetch<unknown>(
        '*[_type == "landingPage"]{_id, path}',
        {},
        {
          cache: 'no-store',
          signal: AbortSignal.timeout(5000),
        },
      )
    drafts = { paths: asked.then(landingPagesIn, () => []).then(pathsOf), until: processNow() + draftsMs }
  }
  return drafts.paths
}

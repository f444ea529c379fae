import 'server-only'
import { defineQuery } from 'groq'
import { environment } from '@/lib/env'
import { type LandingPage, landingPagesIn } from '@/lib/landingPages'
import { log } from '@/lib/log'
import { processNow } from '@/lib/processClock'
import { client } from './client'
import { givenTexts, objectsIn } from './contentGuards'
import { movesOf } from './landingPageRules'
import { pageCache } from './pageCache'
import { type Answer, readPublished } from './read'
import type { RedirectValue } from './redirects'
import { landingPageList } from './tags'
import type { AddressesQueryResult } from './types.generated'

/** All addresses that editors decide on: redirects, and those of landing pages. */
export const addressesQuery = defineQuery(`{
  "redirects": *[_type == "redirects" && _id == "redirects"][0]{_id, rules[]{from, match, to, status}},
  "landingPages": *[_type == "landingPage" && defined(path)] | order(_createdAt asc, _id asc)[0...1000]{_id, path, formerPaths}
}`)

/** What {@link addressesQuery} depends on even while it does not exist. */
const documents = ['redirects', landingPageList]

/** How long a list is kept that nothing tells of changes, or that could not be read. Milliseconds. */
const shortLife = 10_000

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
    const isTold = pageCache() && !answer.isLast
    const life = isTold ? environment().CONTENT_REVALIDATE_SECONDS * 1000 : shortLife
    const landingPages = landingPagesIn(result?.landingPages)
    const rules = objectsIn(result?.redirects?.rules).map(({ key, ...rule }) => givenTexts(rule))
    kept = {
      ...answer,
      redirects: [...rules, ...movesOf(landingPages)],
      landingPages: pathsOf(landingPages),
      until: processNow() + life,
    }
  } catch (error) {
    log.error('content', 'the addresses of editors cannot be read', error)
    kept = {
      redirects: [],
      landingPages: new Set(),
      tags: [],
      since: processNow(),
      until: processNow() + shortLife,
    }
  }
  return kept
}

const pathsOf = (landingPages: readonly LandingPage[]) => new Set(landingPages.map(({ path }) => path))

/** How long the addresses of drafts are kept: an editor looks at a page a moment after naming it. Milliseconds. */
const lifeOfDrafts = 1000

let drafts: { paths: Promise<ReadonlySet<string>>; until: number } | undefined

/**
 * The addresses of landing pages, unpublished ones included. A cookie of draft mode asks for them, which not every host
 * can tell from one that is made up: so it is one question a second at most, whoever asks.
 */
export function draftAddresses(): Promise<ReadonlySet<string>> {
  if (!drafts || processNow() > drafts.until) {
    const asked = client
      .withConfig({ token: environment().SANITY_API_READ_TOKEN, perspective: 'drafts', maxRetries: 0 })
      .fetch<unknown>(
        '*[_type == "landingPage"]{_id, path}',
        {},
        {
          cache: 'no-store',
          signal: AbortSignal.timeout(5000),
        },
      )
    drafts = { paths: asked.then(landingPagesIn, () => []).then(pathsOf), until: processNow() + lifeOfDrafts }
  }
  return drafts.paths
}

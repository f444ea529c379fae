import 'server-only'
import { defineQuery } from 'groq'
import { environment } from '@/lib/env'
import { log } from '@/lib/log'
import { givenTexts, objectsIn } from './contentGuards'
import { pageCache } from './pageCache'
import { type Answer, readPublished } from './read'
import type { RedirectValue } from './redirects'
import type { RedirectsQueryResult } from './types.generated'

/** The document with all redirects. */
const document = 'redirects'

export const redirectsQuery = defineQuery(
  `*[_type == "redirects" && _id == "redirects"][0]{_id, rules[]{from, match, to, status}}`,
)

/** How long a list is kept that nothing tells of changes, or that could not be read. Milliseconds. */
const shortLife = 10_000

type List = Pick<Answer, 'tags' | 'since'> & { rules: readonly RedirectValue[]; until: number }

/** One list for all addresses, so that nothing grows with the addresses that are asked for. */
let kept: List | undefined
let asking: Promise<List> | undefined

/**
 * The redirects that editors have published. They are read once, and again when the webhook expires them or some
 * minutes have passed; while the Content Lake cannot be reached, they are the last that were read.
 */
export async function currentRedirects(): Promise<readonly RedirectValue[]> {
  const isOld = !kept || pageCache()?.hasExpired(kept.tags, kept.since)
  if (isOld || (kept && Date.now() > kept.until)) {
    asking ??= ask().finally(() => {
      asking = undefined
    })
  }
  // By its age alone a list is not wrong: nobody waits for the next one.
  const { rules } = isOld || !kept ? await (asking ?? ask()) : kept
  return rules
}

async function ask(): Promise<List> {
  try {
    const answer = await readPublished(redirectsQuery, {}, [document])
    // The lake's answer has no type of its own; typegen derived this one from the query and the schema.
    const result = answer.result as RedirectsQueryResult
    const isTold = pageCache() && !answer.isLast
    const life = isTold ? environment().CONTENT_REVALIDATE_SECONDS * 1000 : shortLife
    const rules = objectsIn(result?.rules).map(({ key, ...rule }) => givenTexts(rule))
    kept = { ...answer, rules, until: Date.now() + life }
  } catch (error) {
    log.error('content', 'the redirects cannot be read', error)
    kept = { rules: [], tags: [], since: Date.now(), until: Date.now() + shortLife }
  }
  return kept
}

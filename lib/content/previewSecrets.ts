import 'server-only'
import { SECRET_TTL, schemaIdSingleton, schemaType } from '@sanity/preview-url-secret/constants'
import { processNow } from '@/lib/processClock'
import { previewClient } from './draft'

/** What somebody who may write drafts has stored in the lake, as a proof for the site. */
type PreviewSecret = {
  _type: string
  secret: string
  /** What it was made for. */
  source: string | null
  /** Seconds. */
  age: number
}

/** All that could be one: what is asked of the lake must not depend on who guesses what. */
const query = `*[_type == "${schemaType}" && dateTime(_updatedAt) > dateTime(now()) - ${SECRET_TTL}
  || _id == "${schemaIdSingleton}"][defined(secret)]{
    _type, secret, source, "age": dateTime(now()) - dateTime(_updatedAt)
  }`

/** How far apart questions are in which nobody's secret was found, and how many come before that. Milliseconds. */
const pause = 5000
const inAdvance = 12 * pause

const timeoutMs = 4000

/** When the questions so far are worked off. */
let worn = 0
let next: Promise<PreviewSecret[]> | undefined

/** One question for all who come before it leaves. It may wait, so that what it costs does not grow with the guesses. */
async function ask(): Promise<PreviewSecret[]> {
  const wait = Math.max(0, worn - processNow() - inAdvance)
  await new Promise((resolve) => setTimeout(resolve, wait))
  next = undefined
  worn = Math.max(worn, processNow()) + pause
  return previewClient.fetch<PreviewSecret[]>(
    query,
    {},
    { perspective: 'raw', stega: false, cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) },
  )
}

/**
 * Looks a secret up among those that the lake has now. Anybody may guess, and the lake bills by the question: so guesses
 * share questions, of which there are one in five seconds at most in the long run. Who has a secret waits no longer
 * than that, and uses nothing up.
 *
 * @returns undefined when there is no such secret
 * @throws when the lake does not answer
 */
export async function findPreviewSecret(secret: string): Promise<PreviewSecret | undefined> {
  next ??= ask()
  const found = (await next).find((stored) => stored.secret === secret)
  if (found) worn -= pause
  return found
}

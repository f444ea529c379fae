import 'server-only'
import { SECRET_TTL, schemaIdSingleton, schemaType } from '@sanity/preview-url-secret/constants'
import { log } from '@/lib/log'
import { processNow } from '@/lib/processClock'
import { previewClient } from './draft'
import type { PreviewSecret } from './previewSession'

/** All that could be one: what is asked of the lake must not depend on who guesses what. */
const query = `*[_type == "${schemaType}" && dateTime(_updatedAt) > dateTime(now()) - ${SECRET_TTL}
  || _id == "${schemaIdSingleton}"][defined(secret)]{_type, secret}`

/** A token bucket: a question takes a token, each `pause` brings one, and it holds those of `burst`. Milliseconds. */
const pause = 5000
const burst = 12 * pause

const timeoutMs = 4000

type Answer = {
  secrets: PreviewSecret[]
  /** Whether the question's token was given back. */
  isFree: boolean
}

/** When the bucket is full again. */
let spentUntil = 0
let next: Promise<Answer> | undefined

/** One question for all who come before it leaves. It may wait, so that what it costs does not grow with the guesses. */
async function ask(): Promise<Answer> {
  const wait = Math.max(0, spentUntil - processNow() - burst)
  await new Promise((resolve) => setTimeout(resolve, wait))
  next = undefined
  spentUntil = Math.max(spentUntil, processNow()) + pause
  try {
    // Without `atMost`: many share it, and the deadline of the first is not theirs.
    const signal = AbortSignal.timeout(timeoutMs)
    const options = { perspective: 'raw', stega: false, cache: 'no-store', signal } as const
    return { secrets: await previewClient.fetch<PreviewSecret[]>(query, {}, options), isFree: false }
  } catch (error) {
    log.error('content', 'secrets of previews cannot be looked up', error)
    throw error
  }
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
  const answer = await next
  const found = answer.secrets.find((stored) => stored.secret === secret)
  if (found && !answer.isFree) {
    answer.isFree = true
    spentUntil -= pause
  }
  return found
}

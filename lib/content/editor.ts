import 'server-only'
import { RequestProblem } from '@/lib/api/problem'
import { atMost } from '@/lib/deadline'
import { previewClient } from './draft'

/** How long a secret proves anything. Seconds. */
const lifetime = 120

/** Milliseconds. */
const timeoutMs = 4000

/**
 * Finds out whether an editor asks, as Preview does: with a secret that stands in a document which only somebody who
 * may write drafts can have made, a moment ago. The link for sharing a preview is no such proof.
 *
 * @param purpose - what the secret was made for; another one's proves nothing
 * @throws RequestProblem 401 `no_authorization`, or 503 `content_unreachable` while the lake does not answer
 */
export async function requireEditor(secret: string, purpose: string): Promise<void> {
  const query = `count(*[_type == "sanity.previewUrlSecret" && secret == $secret && source == $purpose
    && dateTime(_updatedAt) > dateTime(now()) - ${lifetime}]) > 0`
  const isKnown = await previewClient
    .fetch<boolean>(
      query,
      { secret, purpose },
      { perspective: 'raw', stega: false, cache: 'no-store', signal: AbortSignal.timeout(atMost(timeoutMs)) },
    )
    .catch((cause: unknown) => {
      throw new RequestProblem(503, 'content_unreachable', { cause })
    })
  if (isKnown !== true) throw new RequestProblem(401, 'no_authorization')
}

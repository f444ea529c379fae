import 'server-only'
import { schemaType } from '@sanity/preview-url-secret/constants'
import { RequestProblem } from '@/lib/api/problem'
import { findPreviewSecret } from './previewSecrets'

/** How long a secret proves anything. Seconds. */
const lifetime = 120

/**
 * Finds out whether an editor asks, as Preview does: with a secret that stands in a document which only somebody who
 * may write drafts can have made, a moment ago. The link for sharing a preview is no such proof.
 *
 * @param purpose - what the secret was made for; another one's proves nothing
 * @throws RequestProblem 401 `no_authorization`, or 503 `content_unreachable` while the lake does not answer
 */
export async function requireEditor(secret: string, purpose: string): Promise<void> {
  const found = await findPreviewSecret(secret).catch((cause: unknown) => {
    throw new RequestProblem(503, 'content_unreachable', { cause })
  })
  if (found?._type !== schemaType || found.source !== purpose || found.age >= lifetime) {
    throw new RequestProblem(401, 'no_authorization')
  }
}

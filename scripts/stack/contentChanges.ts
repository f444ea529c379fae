import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { Problem } from '../lib/problem.ts'
import type { Revisions } from './build.ts'

/** Returns the ids of documents that were published, changed or deleted between two times. */
export function findChangedDocuments(before: Revisions, now: Revisions): string[] {
  const ids = new Set([...Object.keys(before), ...Object.keys(now)])
  return [...ids].filter((id) => before[id] !== now[id]).toSorted()
}

/**
 * Notifies a site of changed documents, as the Content Lake's webhook does. A server that starts from an earlier
 * build serves the pages of that build, without the changes since.
 *
 * @param siteOrigin - for example `http://localhost:3000`
 * @param secret - the secret with which the site's webhook verifies signatures
 * @throws Problem when the site refuses
 */
export async function expireDocuments(
  siteOrigin: string,
  secret: string,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    const body = JSON.stringify({ _id: id, _type: 'unknown' })
    const response = await fetch(`${siteOrigin}/api/sanity/webhook`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        [SIGNATURE_HEADER_NAME]: await encodeSignatureHeader(body, Date.now(), secret),
      },
      body,
    })
    if (!response.ok) {
      throw new Problem(`The site refused the webhook for changed content: it responded ${response.status}.`)
    }
  }
}

import 'server-only'
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { schemaIdSingleton, schemaTypeSingleton } from '@sanity/preview-url-secret/constants'
import { cookies, draftMode } from 'next/headers'
import { environment } from '@/lib/env'
import { processNow } from '@/lib/processClock'
import { previewClient } from './draft'

/** Records how and when a browser entered draft mode, signed. The value of Next's own cookie is the same for everyone. */
export const previewSessionCookie = 'preview-session'

/** How long a preview lasts. */
export const previewSessionSeconds = 24 * 3600

/** How a browser entered draft mode: by the Preview tool of an editor, or by a shared link. */
export type PreviewSession = { kind: 'editor' | 'shared' }

/** A secret with the type of its document, as the Content Lake stores it. */
export type PreviewSecret = { _type: string; secret: string }

/** How long the state of sharing is cached. With the interval of `previewStream.ts`: a preview ends within ten seconds. */
const shareMaxAgeMs = 7000

let share: { hash: Promise<string>; until: number } | undefined

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

const sign = (payload: string) =>
  createHmac('sha256', environment().SANITY_API_READ_TOKEN)
    .update(`${previewSessionCookie}:${payload}`)
    .digest('base64url')

/** The hash of the secret of shared links; empty while sharing is off. Concurrent and repeated calls share a request. */
function currentShareHash(): Promise<string> {
  if (!share || processNow() > share.until) {
    const secret = previewClient.fetch<string | null>(
      `*[_id == "${schemaIdSingleton}"][0].secret`,
      {},
      { perspective: 'raw', stega: false, cache: 'no-store', signal: AbortSignal.timeout(4000) },
    )
    share = { hash: secret.then((text) => (text ? hashOf(text) : '')), until: processNow() + shareMaxAgeMs }
  }
  return share.hash
}

/**
 * Starts a session.
 *
 * @param secret - the valid secret with which the browser entered draft mode
 * @returns the value of {@link previewSessionCookie}
 */
export function startPreviewSession({ _type, secret }: PreviewSecret): string {
  // The clock has fractions, and a dot separates the parts.
  const startedAt = Math.trunc(processNow())
  const payload =
    _type === schemaTypeSingleton ? `shared.${startedAt}.${hashOf(secret)}` : `editor.${startedAt}.`
  return `${payload}.${sign(payload)}`
}

/**
 * Validates a session: its signature, its age, and for a shared link that its secret is still shared.
 *
 * @param value - of {@link previewSessionCookie}
 * @returns undefined when the session is over, or was never started
 * @throws when the session is shared and the Content Lake cannot be reached
 */
export async function validatePreviewSession(value: string | undefined): Promise<PreviewSession | undefined> {
  const [kind, startedAt, shareHash, signature, ...rest] = value?.split('.') ?? []
  if (!startedAt || shareHash === undefined || signature === undefined || rest.length > 0) return undefined
  const expected = Buffer.from(sign(`${kind}.${startedAt}.${shareHash}`))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  if (processNow() - Number(startedAt) >= previewSessionSeconds * 1000) return undefined
  if (kind === 'editor') return { kind }
  return kind === 'shared' && shareHash === (await currentShareHash()) ? { kind } : undefined
}

/**
 * The preview session of the current request; undefined outside of draft mode, and when the session is over.
 *
 * @throws as {@link validatePreviewSession}
 */
export async function readPreviewSession(): Promise<PreviewSession | undefined> {
  if (!(await draftMode()).isEnabled) return undefined
  return validatePreviewSession((await cookies()).get(previewSessionCookie)?.value)
}

import 'server-only'
import { createHash } from 'node:crypto'
import {
  SECRET_TTL,
  schemaIdSingleton,
  schemaType,
  schemaTypeSingleton,
} from '@sanity/preview-url-secret/constants'
import { cookies, draftMode } from 'next/headers'
import { getProcessTimeMs } from '@/lib/processClock'
import { previewClient } from './draft'
import { previewSessionCookie, readPreviewCookie, signPreviewCookie } from './previewCookie'

/** How a browser entered draft mode: through an editor's Presentation tool, or through a shared link. */
export type PreviewSession = { kind: 'editor' | 'shared' }

/** A secret with the type of its document, as the Content Lake stores it. */
export type PreviewSecret = { _type: string; secret: string }

/**
 * How long the share secret is cached. With the check interval in `previewStream.ts`, this ends a shared preview within
 * ten seconds after sharing is turned off.
 */
const shareMaxAgeMs = 7000

let cachedShare: { hash: Promise<string>; expiresAt: number } | undefined

/** Reads one secret without a cache; null if there is none. */
const fetchSecret = (filter: string, params: { secret?: string } = {}) =>
  previewClient.fetch<PreviewSecret | null>(`*[${filter}][defined(secret)][0]{_type, secret}`, params, {
    perspective: 'raw',
    stega: false,
    cache: 'no-store',
    signal: AbortSignal.timeout(4000),
  })

/**
 * Finds a valid secret: one of Presentation's, each valid for an hour, or the shared links' secret.
 *
 * @returns null when the Content Lake has no such secret
 * @throws when the Content Lake cannot be reached
 */
export function findPreviewSecret(secret: string): Promise<PreviewSecret | null> {
  const isRecent = `_type == "${schemaType}" && dateTime(_updatedAt) > dateTime(now()) - ${SECRET_TTL}`
  return fetchSecret(`secret == $secret && (${isRecent} || _id == "${schemaIdSingleton}")`, { secret })
}

const hashText = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Returns the hash of the secret of shared links; empty while sharing is off. Cached for {@link shareMaxAgeMs}. */
function fetchShareHash(): Promise<string> {
  if (!cachedShare || getProcessTimeMs() > cachedShare.expiresAt) {
    const share = fetchSecret(`_id == "${schemaIdSingleton}"`)
    cachedShare = {
      hash: share.then((found) => (found ? hashText(found.secret) : '')),
      expiresAt: getProcessTimeMs() + shareMaxAgeMs,
    }
  }
  return cachedShare.hash
}

/** Creates the cookie of a session that starts now. */
export function startPreviewSession({ _type, secret }: PreviewSecret): string {
  const isShared = _type === schemaTypeSingleton
  return signPreviewCookie({
    kind: isShared ? 'shared' : 'editor',
    shareHash: isShared ? hashText(secret) : '',
  })
}

/**
 * Checks a session's signature and age, and that a shared link's secret is still valid.
 *
 * @returns undefined when the session is over, or was never started
 * @throws when the session is shared and the Content Lake cannot be reached
 */
export async function validatePreviewSession(value: string | undefined): Promise<PreviewSession | undefined> {
  const cookie = readPreviewCookie(value)
  if (!cookie) return undefined
  const { kind, shareHash } = cookie
  return kind === 'editor' || shareHash === (await fetchShareHash()) ? { kind } : undefined
}

/**
 * Returns the preview session of the current request; undefined outside of draft mode, and when the session is over.
 *
 * @throws as {@link validatePreviewSession}
 */
export async function readPreviewSession(): Promise<PreviewSession | undefined> {
  if (!(await draftMode()).isEnabled) return undefined
  return validatePreviewSession((await cookies()).get(previewSessionCookie)?.value)
}

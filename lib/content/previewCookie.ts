import 'server-only'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { environment } from '@/lib/env'
import { processNow } from '@/lib/processClock'

/** Records how and when a browser entered draft mode, signed. The value of Next's own cookie is the same for everyone. */
export const previewSessionCookie = 'preview-session'

/** How long a preview lasts. */
export const previewSessionSeconds = 24 * 3600

/** The content of the cookie: how the browser entered draft mode, and for a shared link the hash of its secret. */
export type PreviewCookie = { kind: 'editor' | 'shared'; shareHash: string }

const sign = (payload: string) =>
  createHmac('sha256', environment().SANITY_API_READ_TOKEN)
    .update(`${previewSessionCookie}:${payload}`)
    .digest('base64url')

/** Returns a value of {@link previewSessionCookie} that is valid from now on. */
export function signPreviewCookie({ kind, shareHash }: PreviewCookie): string {
  // The clock has fractions, and a dot separates the parts.
  const payload = `${kind}.${Math.trunc(processNow())}.${shareHash}`
  return `${payload}.${sign(payload)}`
}

/**
 * Reads a value of {@link previewSessionCookie}, without a request to anything.
 *
 * @returns undefined when it is missing, forged or older than {@link previewSessionSeconds}
 */
export function readPreviewCookie(value: string | undefined): PreviewCookie | undefined {
  const [kind, startedAt, shareHash, signature, ...rest] = value?.split('.') ?? []
  if (!startedAt || shareHash === undefined || signature === undefined || rest.length > 0) return undefined
  const expected = Buffer.from(sign(`${kind}.${startedAt}.${shareHash}`))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  if (processNow() - Number(startedAt) >= previewSessionSeconds * 1000) return undefined
  return kind === 'editor' || kind === 'shared' ? { kind, shareHash } : undefined
}

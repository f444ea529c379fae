import 'server-only'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { environment } from '@/lib/env'
import { getProcessTimeMs } from '@/lib/processClock'

/** The name of the signed cookie that records how and when a browser entered draft mode. */
export const previewSessionCookie = 'preview-session'

/** The maximum duration of a preview. */
export const previewSessionSeconds = 24 * 3600

/** The content of the cookie: how the browser entered draft mode, and for a shared link the hash of its secret. */
export type PreviewCookie = { kind: 'editor' | 'shared'; shareHash: string }

const sign = (payload: string) =>
  createHmac('sha256', environment().SANITY_API_READ_TOKEN)
    .update(`${previewSessionCookie}:${payload}`)
    .digest('base64url')

/** Creates a value of {@link previewSessionCookie} for a session that starts now. */
export function signPreviewCookie({ kind, shareHash }: PreviewCookie): string {
  // Truncated, since a decimal point would be read as a separator.
  const payload = `${kind}.${Math.trunc(getProcessTimeMs())}.${shareHash}`
  return `${payload}.${sign(payload)}`
}

/** Reads a {@link previewSessionCookie}; undefined when it is missing, forged or too old. */
export function readPreviewCookie(value: string | undefined): PreviewCookie | undefined {
  const [kind, startedAt, shareHash, signature, ...extraParts] = value?.split('.') ?? []
  if (!startedAt || shareHash === undefined || signature === undefined || extraParts.length > 0)
    return undefined
  const expected = Buffer.from(sign(`${kind}.${startedAt}.${shareHash}`))
  const received = Buffer.from(signature)
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined
  if (getProcessTimeMs() - Number(startedAt) >= previewSessionSeconds * 1000) return undefined
  return kind === 'editor' || kind === 'shared' ? { kind, shareHash } : undefined
}

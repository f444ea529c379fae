import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The name of Next's draft mode cookie. With a valid value, each page is rendered for one request and never cached. */
export const draftCookie = '__prerender_bypass'

/** The header in which the proxy passes the nonce to a page that is rendered for one request. */
export const nonceHeader = 'x-nonce'

/**
 * The request header with the query of the visitor's URL, for example `?topic=tour`. `lib/sanitizeRequests.ts` sets it
 * before Next reads a request. The proxy keeps it for drafts only; a visitor's page never reads it.
 */
export const searchHeader = 'x-request-search'

const manifestSchema = z.object({ preview: z.object({ previewModeId: z.string().min(1) }) })

/** Reads the build's cookie value; undefined in development, and on a host that stores the build's files elsewhere. */
function readPreviewModeId(): string | undefined {
  // The development server has a different value, and the file may be from an earlier build.
  if (process.env.NODE_ENV === 'development') return undefined
  const folder = process.env.NEXT_DIST_DIR || '.next'
  const file = join(/* turbopackIgnore: true */ process.cwd(), folder, 'prerender-manifest.json')
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).preview.previewModeId
  } catch {
    return undefined
  }
}

let cached: { value: string | undefined } | undefined

/**
 * Whether Next renders pages individually, in draft mode, for this cookie value. In a proxy on Node, Next's own
 * `draftMode()` is always disabled (https://github.com/vercel/next.js/issues/82344).
 *
 * @returns false where the build's value is unknown
 */
export function isDraftCookieValid(value: string | undefined): boolean {
  return Boolean(value) && value === getPreviewModeId()
}

/**
 * Whether a cookie value may enable draft mode: only the build's value, or any value while the build's value is unknown.
 */
export function canOpenDrafts(value: string | undefined): boolean {
  if (!value) return false
  const expected = getPreviewModeId()
  return expected === undefined || value === expected
}

function getPreviewModeId(): string | undefined {
  cached ??= { value: readPreviewModeId() }
  return cached.value
}

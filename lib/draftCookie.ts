import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The cookie of Next's draft mode: pages that are asked for with a valid one are made for one editor, and kept by no cache. */
export const draftCookie = '__prerender_bypass'

/** In which the proxy tells a page that is made for one request of the nonce of its scripts. */
export const nonceHeader = 'x-nonce'

const manifestSchema = z.object({ preview: z.object({ previewModeId: z.string().min(1) }) })

/** What a build takes for a valid cookie; undefined on a host that keeps the files of a build elsewhere. */
function readPreviewModeId(): string | undefined {
  // The development server has another one, and the file may be left of an earlier build.
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
 * Whether Next makes the page anew for who sends this cookie. In a proxy on Node Next's own `draftMode()` always says no
 * (https://github.com/vercel/next.js/issues/82344).
 *
 * @param value - of {@link draftCookie}
 * @returns false where that cannot be found out
 */
export function isDraftCookieValid(value: string | undefined): boolean {
  return Boolean(value) && value === getPreviewModeId()
}

/**
 * Whether a cookie may open drafts: one that is made up does not, and where that cannot be found out any may.
 *
 * @param value - of {@link draftCookie}
 */
export function canOpenDrafts(value: string | undefined): boolean {
  if (!value) return false
  const valid = getPreviewModeId()
  return valid === undefined || value === valid
}

function getPreviewModeId(): string | undefined {
  cached ??= { value: readPreviewModeId() }
  return cached.value
}

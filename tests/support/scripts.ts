import { resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Response } from '@playwright/test'
import { findPage } from '../../lib/pages.ts'

/** A script that a page has requested. */
export type LoadedScript = { url: string; text: string }

const isScript = (response: Response): boolean =>
  response.request().resourceType() === 'script' ||
  /javascript/.test(response.headers()['content-type'] ?? '') ||
  new URL(response.url()).pathname.endsWith('.js')

/** Reads the scripts among the responses to a page, each URL once. */
export function readScripts(responses: readonly Response[]): Promise<LoadedScript[]> {
  const byUrl = new Map(responses.filter(isScript).map((response) => [response.url(), response]))
  return Promise.all([...byUrl].map(async ([url, response]) => ({ url, text: await response.text() })))
}

/** Cached sizes by script text, since most pages share scripts, and the best compression takes a second. */
const sizesByText = new Map<string, number>()

/** Returns the total size, in bytes, of scripts that are each compressed with Brotli at quality 11. */
export function sumBrotliBytes(scripts: readonly LoadedScript[]): number {
  return scripts.reduce((sum, { text }) => sum + getBrotliBytes(text), 0)
}

function getBrotliBytes(text: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  const size = sizesByText.get(text) ?? brotliCompressSync(text, { params }).length
  sizesByText.set(text, size)
  return size
}

/** The measured script size of a minimal page with links and a menu, with the same framework versions. */
export const frameworkKib = 116.0

/** Returns how much script a page may load beyond the framework, and which SDK (docs/decisions/script-budgets.md). */
export function getBudget(path: string): { allowanceKib: number; allowedSdk?: string } {
  const kind = findPage(path)?.kind
  if (kind === 'account') return { allowanceKib: 40, allowedSdk: 'auth' }
  return { allowanceKib: kind === 'contact' ? 20 : 8 }
}

const chunks = resolve(process.env.TEST_DIST_DIR ?? '.next-test', 'static', 'chunks')
const packages = resolve('node_modules')

/** Patterns that detect an SDK in a minified script. `sdkFolder` has scripts with the SDK, to test the pattern. */
export const sdkPatterns = [
  { name: 'the Sanity client', pattern: /sanity/i, sdkFolder: chunks },
  { name: 'live content', pattern: /live\/events/, sdkFolder: chunks },
  { name: 'stega (invisible edit marks)', pattern: /stega/i, sdkFolder: chunks },
  { name: 'visual editing', pattern: /visual-?editing/i, sdkFolder: chunks },
  { name: 'Portable Text', pattern: /portabletext/i, sdkFolder: chunks },
  {
    name: 'auth',
    pattern: /supabase|gotrue/i,
    sdkFolder: resolve(packages, '@supabase/supabase-js/dist/umd'),
  },
  { name: 'mail', pattern: /emailjs/i, sdkFolder: resolve(packages, '@emailjs/browser/dist') },
  {
    name: 'validation',
    pattern: /ZodError|_zod\b|invalid_union/,
    sdkFolder: resolve(packages, 'zod/v4/core'),
  },
]

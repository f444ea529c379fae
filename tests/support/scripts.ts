import { brotliCompressSync, constants } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { trackLoading } from './browsing.ts'

/** A script that a page has requested. */
export type LoadedScript = { url: string; text: string }

const isScript = (response: Response): boolean =>
  response.request().resourceType() === 'script' ||
  /javascript/.test(response.headers()['content-type'] ?? '') ||
  new URL(response.url()).pathname.endsWith('.js')

/**
 * Opens a URL and collects every script that the browser requests until it is idle, prefetched ones included. Use a
 * fresh browser context, whose cache is cold.
 */
export async function loadScripts(page: Page, path: string): Promise<LoadedScript[]> {
  const pending: Promise<LoadedScript>[] = []
  const urls = new Set<string>()
  page.on('response', (response) => {
    if (!isScript(response) || urls.has(response.url())) return
    urls.add(response.url())
    pending.push(response.text().then((text) => ({ url: response.url(), text })))
  })
  const waitUntilIdle = trackLoading(page)
  await page.goto(path)
  await waitUntilIdle()
  return Promise.all(pending)
}

/** Cached sizes by script text, since most pages share scripts, and the best compression takes a second. */
const sizesByText = new Map<string, number>()

/** Returns the total size of scripts, each compressed with brotli at quality 11. Bytes. */
export function sumBrotliBytes(scripts: readonly LoadedScript[]): number {
  return scripts.reduce((sum, { text }) => sum + getBrotliBytes(text), 0)
}

function getBrotliBytes(text: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  const size = sizesByText.get(text) ?? brotliCompressSync(text, { params }).length
  sizesByText.set(text, size)
  return size
}

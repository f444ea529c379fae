import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Response } from '@playwright/test'
import { schemaType } from '@sanity/preview-url-secret/constants'
import { contentClient } from './content.ts'
import { testDataDir, testEnvironment } from './environment.ts'

/**
 * Starts an editor's preview in a browser, as the Preview tool does, and opens a path in it.
 *
 * @returns the response for the path
 */
export async function startPreview(page: Page, path: string): Promise<Response | null> {
  const secret = crypto.randomUUID()
  await contentClient().createOrReplace({ _id: 'drafts.preview-secret-of-tests', _type: schemaType, secret })
  const query = new URLSearchParams({ 'sanity-preview-secret': secret, 'sanity-preview-pathname': path })
  return page.goto(`${testEnvironment().siteOrigin}/api/draft-mode/enable?${query}`)
}

/** Opens a path in a preview, and waits for the response to the refresh that the preview's live stream triggers. */
export async function openAndRefresh(page: Page, path: string): Promise<void> {
  const refreshed = page.waitForResponse((response) => {
    const headers = response.request().headers()
    const isRefresh = headers.rsc === '1' && !headers['next-router-prefetch']
    return isRefresh && new URL(response.url()).pathname === path
  })
  await page.goto(path)
  // Next cancels the unneeded rest of the body, so the request may never finish.
  await refreshed
}

/** Reads the log of the site under test since its start. */
export function readSiteLog(): string {
  return readFileSync(join(testDataDir(), 'logs', 'site.log'), 'utf8')
}

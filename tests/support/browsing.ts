import {
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  type Request,
  type Response,
} from '@playwright/test'
import { testEnvironment } from './environment.ts'
import { getStatus } from './pages.ts'

/** Uncaught exceptions, console errors and console warnings of a page. */
export type BrowserErrors = { readonly all: string[] }

/**
 * Collects a page's errors from now on. Ignores the browser's own message about the page's expected 404.
 */
export function collectBrowserErrors(page: Page): BrowserErrors {
  const all: string[] = []
  page.on('pageerror', (error) => all.push(`exception: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    const { url } = message.location()
    if (
      url === page.url() &&
      /status of 404/.test(message.text()) &&
      getStatus(new URL(url).pathname) === 404
    )
      return
    all.push(`${message.type()}: ${message.text()} (${url})`)
  })
  return { all }
}

/** Collects the URLs of a page's requests from now on. */
export function collectRequestUrls(page: Page): string[] {
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  return urls
}

/** Returns the origins from which a public page may load files: the site's, and that of its images and videos. */
export function getAllowedOrigins(): string[] {
  const { siteOrigin, contentLakeOrigin } = testEnvironment()
  return [siteOrigin, contentLakeOrigin].map((url) => new URL(url).origin)
}

/**
 * Opens a path of the site and checks the status of the response.
 *
 * @param waitUntil - `domcontentloaded` for tests that need neither pictures nor videos
 * @returns the response
 */
export async function openPage(
  page: Page,
  path: string,
  { waitUntil }: { waitUntil?: 'load' | 'domcontentloaded' } = {},
): Promise<Response> {
  const response = await page.goto(path, { waitUntil })
  if (!response) throw new Error(`${path} did not respond.`)
  expect(response.status(), `status of ${path}`).toBe(getStatus(new URL(path, 'http://site').pathname))
  return response
}

/** Waits until the page is hydrated. */
export async function expectPageHydrated(page: Page): Promise<void> {
  await expectHydrated(page.locator('main h1').first())
}

/** Waits until an element is hydrated. */
export async function expectHydrated(element: Locator): Promise<void> {
  const isHydrated = (target: Element) => Object.keys(target).some((key) => key.startsWith('__reactProps'))
  await expect.poll(() => element.evaluate(isHydrated)).toBe(true)
}

/**
 * Delays the scripts of a page, or of all pages of a context, as a slow connection would.
 *
 * @returns a function that lets the scripts load
 */
export async function delayScripts(page: Page | BrowserContext): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/_next/static/**/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Loads all pictures, lazy ones included, in their smallest size, and waits until all visible ones have loaded. */
export async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const image of document.images) Object.assign(image, { sizes: '1px', loading: 'eager' })
  })
  await waitForPictures(page)
}

/**
 * Waits until all visible pictures have loaded.
 *
 * @param maxTop - pictures that begin at or below this distance from the top of the window, in pixels, are ignored
 */
export async function waitForPictures(page: Page, maxTop = Number.POSITIVE_INFINITY): Promise<void> {
  await page.waitForFunction(
    (limit) =>
      [...document.images].every(
        (image) => image.complete || !image.checkVisibility() || image.getBoundingClientRect().top >= limit,
      ),
    maxTop,
    // By default, the check repeats on each animation frame, but a headless browser may produce none.
    { polling: 100 },
  )
}

/**
 * Tracks a page's pending requests from now on. Ignores pictures and videos, whose requests a browser may abandon without
 * an event.
 *
 * @returns a function that waits until the page is hydrated, has prefetched links while idle, and has no pending request
 */
export function trackLoading(page: Page): () => Promise<void> {
  const pendingRequests = new Set<Request>()
  page.on('request', (request) => {
    if (!['image', 'media'].includes(request.resourceType())) pendingRequests.add(request)
  })
  page.on('requestfinished', (request) => pendingRequests.delete(request))
  page.on('requestfailed', (request) => pendingRequests.delete(request))
  return async () => {
    await expectPageHydrated(page)
    await expect(async () => {
      // Prefetched scripts may request more files.
      for (let round = 0; round < 2; round += 1) {
        // A headless browser may stop producing frames, and then runs idle callbacks only after their timeout.
        await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 3000 })))
        expect([...pendingRequests].map((request) => request.url())).toEqual([])
      }
    }).toPass({ intervals: [20, 50, 100], timeout: 20_000 })
  }
}

/** Returns the section with this heading. */
export function getSection(page: Page, heading: string): Locator {
  return page
    .locator('main section')
    .filter({ has: page.getByRole('heading', { name: heading, exact: true }) })
}

/** Expects a visible link to the offer. */
export async function expectOfferLink(link: Locator): Promise<void> {
  await expect(link).toBeVisible()
  await expect(link).toHaveAttribute('href', '/services#offer')
}

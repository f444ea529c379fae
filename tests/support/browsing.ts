import {
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  type Request,
  type Response,
} from '@playwright/test'
import { testEnvironment } from './environment.ts'
import { getStatus } from './routes.ts'

/** Errors in a page, as in the browser's developer tools. */
export type Troubles = { readonly all: string[] }

/**
 * Collects the page's errors from now on: exceptions, and errors and warnings of the console. The browser's own line
 * about a 404 of the page itself does not count.
 */
export function watchTroubles(page: Page): Troubles {
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

/** The URLs of all requests of a page from now on. */
export function watchRequests(page: Page): string[] {
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  return urls
}

/** Hosts that visitors' browsers may request: the site itself and the host of its images and clips. */
export function allowedOrigins(): string[] {
  const { siteOrigin, lakeOrigin } = testEnvironment()
  return [siteOrigin, lakeOrigin].map((target) => new URL(target).origin)
}

/**
 * Opens a URL of the site and checks its status.
 *
 * @param waitUntil - `domcontentloaded` for tests without pictures and films
 * @returns the response
 */
export async function open(
  page: Page,
  path: string,
  { waitUntil }: { waitUntil?: 'load' | 'domcontentloaded' } = {},
): Promise<Response> {
  const response = await page.goto(path, { waitUntil })
  if (!response) throw new Error(`${path} did not answer.`)
  expect(response.status(), `status of ${path}`).toBe(getStatus(new URL(path, 'http://site').pathname))
  return response
}

/** Waits until the page's own script has taken over what the server has rendered. */
export async function expectAlive(page: Page): Promise<void> {
  await expectHydrated(page.locator('main h1').first())
}

/** Waits until the page's own script has taken over an element that the server has rendered. */
export async function expectHydrated(element: Locator): Promise<void> {
  const isHydrated = (it: Element) => Object.keys(it).some((key) => key.startsWith('__reactProps'))
  await expect.poll(() => element.evaluate(isHydrated)).toBe(true)
}

/**
 * Keeps the scripts of a page, or of all pages of a context, back, as a slow connection does.
 *
 * @returns lets them come
 */
export async function holdScripts(page: Page | BrowserContext): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/_next/static/**/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/**
 * Scrolls from top to bottom as a reader does, so that everything lazy loads, and back; waits until all pictures have loaded. Load the page again before clicks: on a busy machine Chromium 156 may draw no more
 * frames of a page that is scrolled while its pictures come, until the next page.
 */
export async function readToTheEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () =>
      new Promise((resolve) => {
        requestAnimationFrame(resolve)
        // Frames of a browser without a screen may stop for good.
        setTimeout(resolve, 200)
      })
    for (let top = 0; top <= document.documentElement.scrollHeight; top += window.innerHeight) {
      window.scrollTo({ top, behavior: 'instant' })
      // Lazy elements load after a frame has been drawn.
      await frame()
      await frame()
    }
    window.scrollTo({ top: 0, behavior: 'instant' })
  })
  await waitForPictures(page)
}

/**
 * Waits until all pictures have come that are seen.
 *
 * @param above - only those that begin above this many pixels of the window
 */
export async function waitForPictures(page: Page, above = Number.POSITIVE_INFINITY): Promise<void> {
  await page.waitForFunction(
    (end) =>
      [...document.images].every(
        (each) => each.complete || !each.checkVisibility() || each.getBoundingClientRect().top >= end,
      ),
    above,
  )
}

/**
 * Notes from now on which requests are under way. Pictures and films are not waited for: a browser may leave one that
 * it no longer needs without an end.
 *
 * @returns waits until the page's script has taken over, the browser has been idle, which is when pages are prefetched,
 * and no request is under way
 */
export function watchLoading(page: Page): () => Promise<void> {
  const loading = new Set<Request>()
  page.on('request', (request) => {
    if (!['image', 'media'].includes(request.resourceType())) loading.add(request)
  })
  page.on('requestfinished', (request) => loading.delete(request))
  page.on('requestfailed', (request) => loading.delete(request))
  return async () => {
    await expectAlive(page)
    await expect(async () => {
      // Prefetched scripts may load more.
      for (let round = 0; round < 2; round += 1) {
        // Frames of a browser without a screen may stop for good, and a page's idle time with them.
        await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 3000 })))
        expect([...loading].map((each) => each.url())).toEqual([])
      }
    }).toPass({ intervals: [20, 50, 100], timeout: 20_000 })
  }
}

/** The section of a page that a heading opens. */
export function getSection(page: Page, heading: string): Locator {
  return page
    .locator('main section')
    .filter({ has: page.getByRole('heading', { name: heading, exact: true }) })
}

/** Expects a list's items to hold these texts, item by item and in this order, and all to be seen. */
export async function expectRows(items: Locator, rows: readonly string[][]): Promise<void> {
  await expect(items).toHaveCount(rows.length)
  for (const [index, texts] of rows.entries()) {
    const item = items.nth(index)
    for (const text of texts.filter((each) => each !== '')) {
      await expect(item.getByText(text, { exact: true }), `item ${index + 1}`).toBeVisible()
    }
  }
}

/** Expects so many drawings in a section, of which no two are alike. */
export async function expectOwnDrawings(section: Locator, count: number): Promise<void> {
  const drawings = await section
    .locator('.feature-drawing')
    .evaluateAll((all) => all.map((one) => one.innerHTML))
  expect(drawings).toHaveLength(count)
  expect(new Set(drawings).size).toBe(count)
}

/** Expects a checkout button, whose form carries the version of the terms beside it. */
export async function expectCheckout(button: Locator): Promise<void> {
  await expect(button).toBeVisible()
  const version = button.locator('xpath=ancestor::form').locator('input[name="offerVersion"]')
  await expect(version).toHaveValue(/^[0-9a-f]{24}$/)
}

/** Expects the way from the navigation to the offer. */
export async function expectWayToOffer(link: Locator): Promise<void> {
  await expect(link).toBeVisible()
  await expect(link).toHaveAttribute('href', '/services#offer')
}

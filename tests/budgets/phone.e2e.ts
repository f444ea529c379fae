import { expect, type Page, type Request, type Response, test } from '@playwright/test'
import { pages } from '../../lib/pages.ts'
import { findAxeViolationsInBothSchemes } from '../support/axe.ts'
import {
  type BrowserErrors,
  collectBrowserErrors,
  expectOfferLink,
  getAllowedOrigins,
  scrollThroughPage,
  trackLoading,
  waitForPictures,
} from '../support/browsing.ts'
import { testEnvironment } from '../support/environment.ts'
import { expectTabReachesAllControls } from '../support/keyboard.ts'
import { getMenu, getMenuButton, navigationLabels, navigationPages } from '../support/navigation.ts'
import {
  countLandmarks,
  findOverflowingElements,
  findSkippedLevels,
  findTightHeadings,
  listHeadings,
} from '../support/pageParts.ts'
import { allRoutes } from '../support/routes.ts'
import { phone, smallScreens } from '../support/screens.ts'
import { setUpPage } from '../support/setUpPage.ts'

/** Budgets in KiB for the largest picture on a phone's first screen, and for all fonts of a page. */
const largest = 60
const fonts = 45

const kib = (body: Buffer) => body.byteLength / 1024
/** The requests and responses of a page since it was opened. */
type Traffic = {
  troubles: BrowserErrors
  requests: Request[]
  responses: Response[]
  failed: string[]
  settle: () => Promise<void>
}

function watchTraffic(page: Page): Traffic {
  const traffic: Traffic = {
    troubles: collectBrowserErrors(page),
    requests: [],
    responses: [],
    failed: [],
    settle: trackLoading(page),
  }
  page.on('request', (request) => traffic.requests.push(request))
  page.on('response', (response) => traffic.responses.push(response))
  page.on('requestfailed', (request) =>
    traffic.failed.push(`${request.url()}: ${request.failure()?.errorText}`),
  )
  return traffic
}

const getType = (response: Response) => response.headers()['content-type'] ?? ''

for (const { path } of allRoutes) {
  test.describe(`${path} on a phone`, () => {
    let traffic: Traffic
    const opened = setUpPage(path, { viewport: phone, deviceScaleFactor: 3, hasTouch: true }, (page) => {
      traffic = watchTraffic(page)
    })

    test(`has no picture over ${largest} KiB on its first screen, and fonts of ${fonts} at most`, async () => {
      await traffic.settle()
      await waitForPictures(opened(), phone.height)
      const seen = await opened()
        .locator('main img')
        .evaluateAll((images) =>
          images
            .filter((image) => image.getBoundingClientRect().top < window.innerHeight)
            .map((image) => (image instanceof HTMLImageElement ? image.currentSrc : '')),
        )
      const pictures = traffic.responses.filter((response) => getType(response).startsWith('image/'))
      for (const location of seen) {
        const body = await pictures.find((response) => response.url() === location)?.body()
        expect(body, `${location} has arrived`).toBeDefined()
        if (body) expect(kib(body), location).toBeLessThanOrEqual(largest)
      }
      const faces = traffic.responses.filter((response) => getType(response).startsWith('font/'))
      const bodies = await Promise.all(faces.map((response) => response.body()))
      expect(bodies.length, 'fonts').toBeGreaterThan(0)
      expect(bodies.reduce((sum, body) => sum + kib(body), 0)).toBeLessThanOrEqual(fonts)
    })

    test('requests only the site, and the image host for images, and stores nothing', async () => {
      const page = opened()
      await scrollThroughPage(page)
      await traffic.settle()
      const requested = traffic.requests.map((request) => new URL(request.url()))
      expect(requested.length).toBeGreaterThan(5)
      const elsewhere = requested.filter(
        ({ protocol, origin }) => protocol !== 'data:' && !getAllowedOrigins().includes(origin),
      )
      expect(elsewhere.map(String)).toEqual([])
      const lake = requested.filter(({ origin }) => origin === new URL(testEnvironment().lakeOrigin).origin)
      expect(lake.filter(({ pathname }) => !pathname.startsWith('/images/')).map(String)).toEqual([])
      const refused = traffic.responses.filter(
        (response) => response.status() >= 400 && !response.request().isNavigationRequest(),
      )
      expect(refused.map((response) => `${response.url()}: ${response.status()}`)).toEqual([])
      expect(traffic.failed).toEqual([])
      expect(traffic.troubles.all).toEqual([])
      expect(await page.context().cookies()).toEqual([])
      expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
    })

    test('has its landmarks, one level 1 heading, and no skipped level', async () => {
      expect(await countLandmarks(opened())).toEqual({ banner: 1, main: 1, contentinfo: 1 })
      const headings = await listHeadings(opened())
      expect(headings.filter(({ level }) => level === 1)).toHaveLength(1)
      expect(headings.filter(({ text }) => text === '')).toEqual([])
      expect(findSkippedLevels(headings)).toEqual([])
    })

    test('has no headings with touching lines', async () => {
      expect(await findTightHeadings(opened())).toEqual([])
    })

    test('has no horizontal scrolling or clipped content on any narrow screen', async () => {
      for (const { name, ...size } of smallScreens) {
        await opened().setViewportSize(size)
        expect.soft(await findOverflowingElements(opened()), name).toEqual([])
      }
      await opened().setViewportSize(phone)
    })

    test('has no axe violations, light and dark', async () => {
      expect(await findAxeViolationsInBothSchemes(opened())).toEqual([])
    })

    test('can be operated with Tab, with a visible focus', () => expectTabReachesAllControls(opened()))

    test('has a skip link that appears on focus and skips the navigation', async () => {
      const page = opened()
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
      const skip = page.getByRole('link', { name: 'Skip to content', exact: true })
      await expect(skip).not.toBeInViewport()
      await page.keyboard.press('Tab')
      await expect(skip).toBeFocused()
      await expect(skip).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Enter')
      await expect(page.getByRole('main')).toBeFocused()
      await page.keyboard.press('Tab')
      const inside = await page.evaluate(() => {
        const element = document.activeElement
        return Boolean(element?.closest('main, footer')) && !element?.closest('header.surface-ink')
      })
      expect(inside).toBe(true)
    })

    test('has a menu that opens, with the navigation and Secure My Spot', async () => {
      const page = opened()
      await expect(page.getByRole('banner').getByRole('link', { name: 'Services' })).toBeHidden()
      await expect(getMenu(page)).toBeHidden()
      await getMenuButton(page).tap()
      const menu = getMenu(page)
      await expect(menu).toBeVisible()
      await expect(menu.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
        ...navigationLabels,
        'Sign in',
      ])
      for (const [label, target] of navigationPages) {
        const link = menu.getByRole('link', { name: label, exact: true })
        await expect(link).toBeInViewport()
        await expect(link).toHaveAttribute('href', target)
      }
      const spot = menu.getByRole('link', { name: 'Secure My Spot', exact: true })
      // The page after checkout has no checkout button.
      if (path === pages.success.path) await expect(spot).toHaveCount(0)
      else await expectOfferLink(spot)
    })
  })
}

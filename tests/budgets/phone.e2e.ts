import { expect, type Page, type Request, type Response, test } from '@playwright/test'
import { pages } from '../../lib/pages.ts'
import { findAxeViolationsInBothSchemes } from '../support/axe.ts'
import {
  type BrowserErrors,
  collectBrowserErrors,
  expectOfferLink,
  getAllowedOrigins,
  trackLoading,
  waitForPictures,
} from '../support/browsing.ts'
import { testEnvironment } from '../support/environment.ts'
import { expectTabReachesAllControls } from '../support/keyboard.ts'
import { getMenu, getMenuButton, navigationLabels, navigationPages } from '../support/navigation.ts'
import { findDividedWords, findOverflowingElements, findTightLines } from '../support/pageParts.ts'
import { allPagesAndUnknown } from '../support/pages.ts'
import { phone, smallScreens } from '../support/screens.ts'
import { frameworkKib, getBudget, readScripts, sdkPatterns, sumBrotliBytes } from '../support/scripts.ts'
import { setUpPage } from '../support/setUpPage.ts'

/** The budget for each picture on a phone's first screen. */
const maxPictureKib = 60
/** The budget for all fonts of a page. */
const maxFontsKib = 45

const toKib = (body: Buffer) => body.byteLength / 1024
/** The requests, responses and errors of a page since it was opened. */
type Traffic = {
  browserErrors: BrowserErrors
  requests: Request[]
  responses: Response[]
  failedRequests: string[]
  /** Waits until the page is hydrated and has no pending request; see {@link trackLoading}. */
  settle: () => Promise<void>
}

function watchTraffic(page: Page): Traffic {
  const traffic: Traffic = {
    browserErrors: collectBrowserErrors(page),
    requests: [],
    responses: [],
    failedRequests: [],
    settle: trackLoading(page),
  }
  page.on('request', (request) => traffic.requests.push(request))
  page.on('response', (response) => traffic.responses.push(response))
  page.on('requestfailed', (request) =>
    traffic.failedRequests.push(`${request.url()}: ${request.failure()?.errorText}`),
  )
  return traffic
}

const getType = (response: Response) => response.headers()['content-type'] ?? ''

for (const { path } of allPagesAndUnknown) {
  const { allowanceKib, allowedSdk } = getBudget(path)

  test.describe(`${path} on a phone`, () => {
    let traffic: Traffic
    const getPage = setUpPage(path, { viewport: phone, deviceScaleFactor: 3, hasTouch: true }, (page) => {
      traffic = watchTraffic(page)
    })

    test(`loads at most ${maxPictureKib} KiB per first-screen picture, and ${maxFontsKib} KiB of fonts`, async () => {
      await traffic.settle()
      await waitForPictures(getPage(), phone.height)
      const visibleUrls = await getPage()
        .locator('main img')
        .evaluateAll((images) =>
          images
            .filter((image) => image.getBoundingClientRect().top < window.innerHeight)
            .map((image) => (image instanceof HTMLImageElement ? image.currentSrc : '')),
        )
      const pictures = traffic.responses.filter((response) => getType(response).startsWith('image/'))
      for (const url of visibleUrls) {
        const body = await pictures.find((response) => response.url() === url)?.body()
        expect(body, `${url} has loaded`).toBeDefined()
        if (body) expect(toKib(body), url).toBeLessThanOrEqual(maxPictureKib)
      }
      const fonts = traffic.responses.filter((response) => getType(response).startsWith('font/'))
      const bodies = await Promise.all(fonts.map((response) => response.body()))
      expect(bodies.length, 'fonts').toBeGreaterThan(0)
      expect(bodies.reduce((sum, body) => sum + toKib(body), 0)).toBeLessThanOrEqual(maxFontsKib)
    })

    test(`loads at most ${allowanceKib} KiB of script beyond the framework’s, and no unexpected SDK`, async () => {
      await traffic.settle()
      const scripts = await readScripts(traffic.responses)
      expect(scripts.length, 'scripts of the page').toBeGreaterThan(3)
      const kib = sumBrotliBytes(scripts) / 1024
      console.info(`${path}: ${kib.toFixed(1)} KiB of script in ${scripts.length} files`)
      for (const { name, pattern } of sdkPatterns.filter((sdk) => sdk.name !== allowedSdk)) {
        const matching = scripts.filter(({ text }) => pattern.test(text))
        expect(
          matching.map(({ url }) => new URL(url).pathname),
          `scripts with ${name}`,
        ).toEqual([])
      }
      expect(kib).toBeLessThanOrEqual(frameworkKib + allowanceKib)
    })

    test('loads without errors, requests to other hosts, cookies or local storage', async () => {
      const page = getPage()
      await traffic.settle()
      const requestedUrls = traffic.requests.map((request) => new URL(request.url()))
      expect(requestedUrls.length).toBeGreaterThan(5)
      const foreignUrls = requestedUrls.filter(
        ({ protocol, origin }) => protocol !== 'data:' && !getAllowedOrigins().includes(origin),
      )
      expect(foreignUrls.map(String)).toEqual([])
      const contentLakeUrls = requestedUrls.filter(
        ({ origin }) => origin === new URL(testEnvironment().contentLakeOrigin).origin,
      )
      expect(contentLakeUrls.filter(({ pathname }) => !pathname.startsWith('/images/')).map(String)).toEqual(
        [],
      )
      const errorResponses = traffic.responses.filter(
        (response) => response.status() >= 400 && !response.request().isNavigationRequest(),
      )
      expect(errorResponses.map((response) => `${response.url()}: ${response.status()}`)).toEqual([])
      expect(traffic.failedRequests).toEqual([])
      expect(traffic.browserErrors.all).toEqual([])
      expect(await page.context().cookies()).toEqual([])
      expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
    })

    test('has no headings with touching lines', async () => {
      expect(await findTightLines(getPage())).toEqual([])
    })

    test('has no horizontal scrolling or clipped content on any narrow screen', async () => {
      for (const { name, ...size } of smallScreens) {
        await getPage().setViewportSize(size)
        expect.soft(await findOverflowingElements(getPage()), name).toEqual([])
      }
      await getPage().setViewportSize(phone)
    })

    test('with enlarged text, splits no word and shows the site name in at most two lines', async () => {
      const html = getPage().locator('html')
      const homeLink = getPage()
        .getByRole('banner')
        .getByRole('link', { name: /, home$/ })
      for (const size of [phone, { width: 360, height: 640 }]) {
        await getPage().setViewportSize(size)
        for (const percent of [150, 200]) {
          const name = `${percent}% at ${size.width} px`
          await html.evaluate(
            ({ style }, value) => style.setProperty('font-size', `${value}%`, 'important'),
            percent,
          )
          expect.soft(await findDividedWords(getPage()), name).toEqual([])
          expect.soft(await findOverflowingElements(getPage()), name).toEqual([])
          const lineCount = await homeLink
            .first()
            .locator('span')
            .evaluate((element) => element.getClientRects().length)
          expect.soft(lineCount, name).toBeLessThanOrEqual(2)
        }
      }
      await html.evaluate(({ style }) => style.removeProperty('font-size'))
      await getPage().setViewportSize(phone)
    })

    test('has no axe violations in light or dark mode', async () => {
      expect(await findAxeViolationsInBothSchemes(getPage())).toEqual([])
    })

    test('lets Tab reach every control, with a focus outline', () => expectTabReachesAllControls(getPage()))

    test('has a skip link that appears on focus and skips the navigation', async () => {
      const page = getPage()
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
      const skipLink = page.getByRole('link', { name: 'Skip to content', exact: true })
      await expect(skipLink).not.toBeInViewport()
      await page.keyboard.press('Tab')
      await expect(skipLink).toBeFocused()
      await expect(skipLink).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Enter')
      await expect(page.getByRole('main')).toBeFocused()
      await page.keyboard.press('Tab')
      const isInContent = await page.evaluate(() => {
        const element = document.activeElement
        return Boolean(element?.closest('main, footer')) && !element?.closest('header.surface-ink')
      })
      expect(isInContent).toBe(true)
    })

    test('has a menu with the navigation links, and a “Secure My Spot” link except on the success page', async () => {
      const page = getPage()
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
      const checkoutLink = menu.getByRole('link', { name: 'Secure My Spot', exact: true })
      if (path === pages.success.path) await expect(checkoutLink).toHaveCount(0)
      else await expectOfferLink(checkoutLink)
    })
  })
}

import { expect, type Page, test } from '@playwright/test'
import {
  allowedOrigins,
  collectBrowserErrors,
  openPage,
  scrollThroughPage,
  watchRequests,
} from '../../support/browsing.ts'
import { seedInDataset, showContent } from '../../support/contentSwitch.ts'
import {
  bare,
  type ContentDocument,
  empty,
  hostile,
  hostileMark,
  longWords,
  minimal,
  rightToLeft,
} from '../../support/contentVariants/index.ts'
import { getMeta } from '../../support/html.ts'
import { getLandmarks, overflowingParts } from '../../support/pageParts.ts'
import { allRoutes } from '../../support/routes.ts'
import { seedText } from '../../support/seedContent.ts'

/** A variant of the seed's content, and whether its pages have a heading of level 1. */
type ContentState = {
  name: string
  change: (documents: ContentDocument[]) => ContentDocument[]
  hasHeading: boolean
}

const states: ContentState[] = [
  { name: 'minimal', change: minimal, hasHeading: true },
  // Blank and absent texts render the same pages, which components/pages.test.tsx tests.
  { name: 'empty', change: (documents) => empty(documents, 'null'), hasHeading: false },
  { name: 'bare', change: bare, hasHeading: false },
  { name: 'long-word', change: longWords, hasHeading: true },
  { name: 'right-to-left', change: rightToLeft, hasHeading: true },
  { name: 'hostile', change: hostile, hasHeading: true },
]

/** The action that React renders for a form with a function, before hydration. */
const reactFormAction = "javascript:throw new Error('React form unexpectedly submitted.')"

/** Finds event handler attributes, and URLs with an unsafe scheme or with the host of hostile content. */
function findActiveContent(page: Page): Promise<string[]> {
  return page.evaluate((allowedAction) => {
    const urlAttributes = ['href', 'src', 'action', 'formaction', 'data', 'poster', 'srcdoc', 'xlink:href']
    const safeSchemes = /^(https?:|mailto:|tel:|data:image\/(jpeg|png|webp|avif|gif);)/
    return [...document.querySelectorAll('*')].flatMap((element) => [
      ...urlAttributes.flatMap((name) => {
        const value = element.getAttribute(name)
        if (value === null || (name === 'action' && value === allowedAction)) return []
        const url = URL.parse(value, location.href)
        if (url && safeSchemes.test(url.href) && url.hostname !== 'hostile.example') return []
        return [`${element.tagName.toLowerCase()} ${name}=${value}`]
      }),
      ...[...element.attributes]
        .filter(({ name }) => name.startsWith('on'))
        .map(({ name, value }) => `${element.tagName.toLowerCase()} ${name}=${value}`),
    ])
  }, reactFormAction)
}

/** Expects a complete page without browser errors, overflow or active hostile content. */
async function expectSoundPage(page: Page, path: string, hasHeading: boolean): Promise<void> {
  const browserErrors = collectBrowserErrors(page)
  const requests = watchRequests(page)
  await openPage(page, path)
  await scrollThroughPage(page)

  expect(await getLandmarks(page), path).toEqual({ banner: 1, main: 1, contentinfo: 1 })
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(hasHeading ? 1 : 0)
  expect(await overflowingParts(page), path).toEqual([])
  expect(await page.evaluate((mark) => mark in globalThis, hostileMark), path).toBe(false)
  expect(await findActiveContent(page), path).toEqual([])
  expect(requests.filter((url) => !isAllowed(url))).toEqual([])
  expect(browserErrors.all).toEqual([])
}

test.use({ viewport: { width: 390, height: 844 } })

for (const { name, change, hasHeading } of states) {
  test.describe(`the site with ${name} content`, () => {
    test.beforeAll(async () => {
      await showContent(change(await seedInDataset()))
    })

    for (const { path } of allRoutes) {
      test(`renders ${path} completely`, { tag: '@all' }, async ({ page }) => {
        await expectSoundPage(page, path, hasHeading)
      })
    }

    test('has a menu that opens and closes', { tag: '@all' }, async ({ page }) => {
      const browserErrors = collectBrowserErrors(page)
      await openPage(page, '/')
      const button = page.locator('button[popovertarget="site-menu"]').first()
      await button.click()
      await expect(page.locator('#site-menu')).toBeVisible()
      expect(await overflowingParts(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.locator('#site-menu')).toBeHidden()
      expect(browserErrors.all).toEqual([])
    })
  })
}

const isAllowed = (url: string) =>
  url.startsWith('data:image/') || allowedOrigins().includes(new URL(url).origin)

test.describe('the site with restored content', () => {
  test.beforeAll(async () => {
    await showContent(await seedInDataset())
  })

  for (const { path, document } of allRoutes) {
    test(`renders ${path} as before`, { tag: '@all' }, async ({ request }) => {
      const html = await (await request.get(path)).text()
      expect(getMeta(html, 'og:title')).toEqual([seedText(`${document}/seo/title`)])
      expect(html.match(/<h1[\s>]/g)).toHaveLength(1)
    })
  }
})

test.afterAll(async () => {
  await showContent(await seedInDataset())
})

import { expect, type Page, test } from '@playwright/test'
import {
  collectBrowserErrors,
  collectRequestUrls,
  getAllowedOrigins,
  openPage,
  scrollThroughPage,
} from '../../support/browsing.ts'
import {
  type ContentDocument,
  hostileMark,
  insertLongWords,
  makeBare,
  makeEmpty,
  makeHostile,
  makeMinimal,
  makeRightToLeft,
} from '../../support/contentVariants/index.ts'
import { getMeta } from '../../support/html.ts'
import { countLandmarks, findOverflowingElements } from '../../support/pageParts.ts'
import { loadSeedDocuments, publishDocuments } from '../../support/publishDocuments.ts'
import { allRoutes } from '../../support/routes.ts'
import { seedText } from '../../support/seedContent.ts'

type State = {
  name: string
  change: (documents: ContentDocument[]) => ContentDocument[]
  hasHeading: boolean
}

const states: State[] = [
  { name: 'minimal', change: makeMinimal, hasHeading: true },
  // Texts that are blank or absent make the same pages: components/pages.test.tsx.
  { name: 'empty', change: (all) => makeEmpty(all, 'null'), hasHeading: false },
  { name: 'bare', change: makeBare, hasHeading: false },
  { name: 'very long words', change: insertLongWords, hasHeading: true },
  { name: 'right to left', change: makeRightToLeft, hasHeading: true },
  { name: 'hostile', change: makeHostile, hasHeading: true },
]

/** React's markup of a form with a function as its action, before hydration. */
const functionAsAction = "javascript:throw new Error('React form unexpectedly submitted.')"

/** Finds URLs with an unsafe scheme, or to hosts that content must not link to. */
function findDangerousUrls(page: Page): Promise<string[]> {
  return page.evaluate((ours) => {
    const attributes = ['href', 'src', 'action', 'formaction', 'data', 'poster', 'srcdoc', 'xlink:href']
    const safe = /^(https?:|mailto:|tel:|data:image\/(jpeg|png|webp|avif|gif);)/
    return [...document.querySelectorAll('*')].flatMap((element) => [
      ...attributes.flatMap((name) => {
        const value = element.getAttribute(name)
        if (value === null || (name === 'action' && value === ours)) return []
        const url = URL.parse(value, location.href)
        if (url && safe.test(url.href) && url.hostname !== 'hostile.example') return []
        return [`${element.tagName.toLowerCase()} ${name}=${value}`]
      }),
      ...[...element.attributes]
        .filter(({ name }) => name.startsWith('on'))
        .map(({ name, value }) => `${element.tagName.toLowerCase()} ${name}=${value}`),
    ])
  }, functionAsAction)
}

/** Expects a complete page without hostile content or overflow. */
async function expectWhole(page: Page, path: string, hasHeading: boolean): Promise<void> {
  const troubles = collectBrowserErrors(page)
  const requests = collectRequestUrls(page)
  await openPage(page, path)
  await scrollThroughPage(page)

  expect(await countLandmarks(page), path).toEqual({ banner: 1, main: 1, contentinfo: 1 })
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(hasHeading ? 1 : 0)
  expect(await findOverflowingElements(page), path).toEqual([])
  expect(await page.evaluate((mark) => mark in globalThis, hostileMark), path).toBe(false)
  expect(await findDangerousUrls(page), path).toEqual([])
  expect(requests.filter((url) => !allowed(url))).toEqual([])
  expect(troubles.all).toEqual([])
}

test.use({ viewport: { width: 390, height: 844 } })

for (const { name, change, hasHeading } of states) {
  test.describe(`content that is ${name}`, () => {
    test.beforeAll(async () => {
      await publishDocuments(change(await loadSeedDocuments()))
    })

    for (const { path } of allRoutes) {
      test(`renders ${path} completely`, { tag: '@all' }, async ({ page }) => {
        await expectWhole(page, path, hasHeading)
      })
    }

    test('keeps the menu usable', { tag: '@all' }, async ({ page }) => {
      const troubles = collectBrowserErrors(page)
      await openPage(page, '/')
      const button = page.locator('button[popovertarget="site-menu"]').first()
      await button.click()
      await expect(page.locator('#site-menu')).toBeVisible()
      expect(await findOverflowingElements(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.locator('#site-menu')).toBeHidden()
      expect(troubles.all).toEqual([])
    })
  })
}

const allowed = (url: string) =>
  url.startsWith('data:image/') || getAllowedOrigins().includes(new URL(url).origin)

test.describe('restored content', () => {
  test.beforeAll(async () => {
    await publishDocuments(await loadSeedDocuments())
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
  await publishDocuments(await loadSeedDocuments())
})

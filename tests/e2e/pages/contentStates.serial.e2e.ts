import { expect, type Page, test } from '@playwright/test'
import { allowedOrigins, open, readToTheEnd, watchRequests, watchTroubles } from '../../support/browsing.ts'
import {
  bare,
  type ContentDocument,
  empty,
  hostile,
  hostileMark,
  longWords,
  minimal,
  rightToLeft,
} from '../../support/content-variants/index.ts'
import { seedInDataset, showContent } from '../../support/contentSwitch.ts'
import { landmarksOf, overflowingParts } from '../../support/pageParts.ts'
import { allRoutes } from '../../support/routes.ts'

type State = {
  name: string
  change: (documents: ContentDocument[]) => ContentDocument[]
  hasHeading: boolean
}

const states: State[] = [
  { name: 'minimal', change: minimal, hasHeading: true },
  { name: 'empty: cleared fields', change: (all) => empty(all, 'blank'), hasHeading: false },
  { name: 'empty: no fields', change: (all) => empty(all, 'absent'), hasHeading: false },
  { name: 'empty: null', change: (all) => empty(all, 'null'), hasHeading: false },
  { name: 'bare', change: bare, hasHeading: false },
  { name: 'very long words', change: longWords, hasHeading: true },
  { name: 'right to left', change: rightToLeft, hasHeading: true },
  { name: 'hostile', change: hostile, hasHeading: true },
]

/** Addresses anywhere in the document that a browser must not follow, or that lead where no content may. */
function dangerousAddresses(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const attributes = ['href', 'src', 'action', 'formaction', 'data', 'poster', 'srcdoc', 'xlink:href']
    const safe = /^(https?:|mailto:|tel:|data:image\/(jpeg|png|webp|avif|gif);)/
    return [...document.querySelectorAll('*')].flatMap((element) => [
      ...attributes.flatMap((name) => {
        const value = element.getAttribute(name)
        if (value === null) return []
        const url = URL.parse(value, location.href)
        if (url && safe.test(url.href) && url.hostname !== 'hostile.example') return []
        return [`${element.tagName.toLowerCase()} ${name}=${value}`]
      }),
      ...[...element.attributes]
        .filter(({ name }) => name.startsWith('on'))
        .map(({ name, value }) => `${element.tagName.toLowerCase()} ${name}=${value}`),
    ])
  })
}

/** Two pages at a time: while one is read, the other is made. */
const pairs = allRoutes
  .map(({ path }) => path)
  .flatMap((path, index, paths) => (index % 2 ? [] : [[path, ...paths.slice(index + 1, index + 2)]]))

/** Expects a page to stand, with nothing hostile in it and nothing that sticks out. */
async function expectWhole(page: Page, path: string, hasHeading: boolean): Promise<void> {
  const troubles = watchTroubles(page)
  const requests = watchRequests(page)
  await open(page, path)
  await readToTheEnd(page)

  expect(await landmarksOf(page), path).toEqual({ banner: 1, main: 1, contentinfo: 1 })
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(hasHeading ? 1 : 0)
  expect(await overflowingParts(page), path).toEqual([])
  expect(await page.evaluate((mark) => mark in globalThis, hostileMark), path).toBe(false)
  expect(await dangerousAddresses(page), path).toEqual([])
  expect(requests.filter((url) => !allowed(url))).toEqual([])
  expect(troubles.all).toEqual([])
}

test.use({ viewport: { width: 390, height: 844 } })

for (const { name, change, hasHeading } of states) {
  test.describe(`content that is ${name}`, () => {
    test.beforeAll(async () => {
      await showContent(change(await seedInDataset()))
    })

    for (const paths of pairs) {
      test(`leaves ${paths.join(' and ')} whole`, async ({ context }) => {
        await Promise.all(paths.map(async (path) => expectWhole(await context.newPage(), path, hasHeading)))
      })
    }

    test('leaves the menu usable', async ({ page }) => {
      const troubles = watchTroubles(page)
      await open(page, '/')
      const button = page.locator('button[popovertarget="site-menu"]').first()
      await button.click()
      await expect(page.locator('#site-menu')).toBeVisible()
      expect(await overflowingParts(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.locator('#site-menu')).toBeHidden()
      expect(troubles.all).toEqual([])
    })
  })
}

const allowed = (url: string) =>
  url.startsWith('data:image/') || allowedOrigins().includes(new URL(url).origin)

test.describe('content as it was', () => {
  test.beforeAll(async () => {
    await showContent(await seedInDataset())
  })

  for (const { path } of allRoutes) {
    test(`makes ${path} as it was`, async ({ page }) => {
      const troubles = watchTroubles(page)
      await open(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      expect(troubles.all).toEqual([])
    })
  }
})

test.afterAll(async () => {
  await showContent(await seedInDataset())
})

import { expect, type Page, test } from '@playwright/test'
import {
  collectBrowserErrors,
  collectRequestUrls,
  getAllowedOrigins,
  openPage,
  scrollThroughPage,
} from '../../support/browsing.ts'
import type { ContentDocument } from '../../support/documents.ts'
import { withMessages } from '../../support/filledSeed.ts'
import { hostileMark, makeEmpty, makeHostile } from '../../support/hostileContent.ts'
import { countLandmarks, findOverflowingElements } from '../../support/pageParts.ts'
import { allPagesAndUnknown } from '../../support/pages.ts'
import { loadSeedDocuments, publishDocuments } from '../../support/publishDocuments.ts'

/** Variants of the seed's content, and whether their pages have a heading of level 1. */
const states = [
  {
    name: 'empty sections only',
    change: (documents: ContentDocument[]) => makeEmpty(documents, 'null'),
    hasHeading: false,
  },
  { name: 'hostile content', change: makeHostile, hasHeading: true },
]

/** The action that React renders for a form whose `action` is a function, before hydration. */
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

/**
 * Expects a page with its landmarks, and with or without a heading of level 1, but without browser errors, requests to
 * other hosts, overflow or active hostile content.
 */
async function expectSoundPage(page: Page, path: string, hasHeading: boolean): Promise<void> {
  const browserErrors = collectBrowserErrors(page)
  const requests = collectRequestUrls(page)
  await openPage(page, path)
  await scrollThroughPage(page)

  expect(await countLandmarks(page), path).toEqual({ banner: 1, main: 1, contentinfo: 1 })
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(hasHeading ? 1 : 0)
  expect(await findOverflowingElements(page), path).toEqual([])
  expect(await page.evaluate((mark) => mark in globalThis, hostileMark), path).toBe(false)
  expect(await findActiveContent(page), path).toEqual([])
  expect(requests.filter((url) => !isAllowed(url))).toEqual([])
  expect(browserErrors.all).toEqual([])
}

test.use({ viewport: { width: 390, height: 844 } })

for (const { name, change, hasHeading } of states) {
  test.describe(`the site with ${name}`, () => {
    test.beforeAll(async () => {
      await publishDocuments(change(withMessages(await loadSeedDocuments())))
    })

    for (const { path } of allPagesAndUnknown) {
      test(`renders ${path} with its landmarks and without errors`, { tag: '@nightly' }, async ({ page }) => {
        await expectSoundPage(page, path, hasHeading)
      })
    }
  })
}

const isAllowed = (url: string) =>
  url.startsWith('data:image/') || getAllowedOrigins().includes(new URL(url).origin)

test.afterAll(async () => {
  await publishDocuments(await loadSeedDocuments())
})

import { type BrowserContextOptions, type Page, test } from '@playwright/test'
import { open } from './browsing.ts'

/**
 * Opens a page once for all tests of a file or `describe` that only read it: most of a short test's time would be the
 * opening. A test that changes something about the page changes it back.
 *
 * @param options - of the browser; those of the project otherwise
 * @param watch - called before the page is opened
 * @returns the page, while a test runs
 */
export function visit(
  path: string,
  options: BrowserContextOptions = {},
  watch: (page: Page) => void = () => {},
): () => Page {
  let page: Page | undefined
  test.beforeAll(async ({ browser }) => {
    page = await (await browser.newContext(options)).newPage()
    watch(page)
    await open(page, path)
  })
  test.afterAll(() => page?.context().close())
  return () => {
    if (!page) throw new Error(`${path} is open only while a test runs.`)
    return page
  }
}

import { type BrowserContextOptions, type Page, test } from '@playwright/test'
import { openPage } from './browsing.ts'

/**
 * Opens a page once for all tests of a file or `describe`, because loading takes most of a short test's time. A test that
 * changes the page has to undo the change.
 *
 * @param options - options of the browser context; by default the project's
 * @param onCreate - called before the page loads
 * @returns a function that returns the page while a test runs
 */
export function setUpPage(
  path: string,
  options: BrowserContextOptions = {},
  onCreate: (page: Page) => void = () => {},
): () => Page {
  let page: Page | undefined
  test.beforeAll(async ({ browser }) => {
    page = await (await browser.newContext(options)).newPage()
    onCreate(page)
    await openPage(page, path)
  })
  test.afterAll(() => page?.context().close())
  return () => {
    if (!page) throw new Error(`${path} is open only while a test runs.`)
    return page
  }
}

import type { Page } from '@playwright/test'

/**
 * Responds with 404 to a page's requests for scripts that are not in the HTML at `path`, as the server does after a
 * deployment.
 *
 * @returns the requested paths that have returned 404 so far, and a function that restores the scripts
 */
export async function removeLazyScripts(
  page: Page,
  path: string,
): Promise<{ missingPaths: string[]; restore: () => void }> {
  const html = await (await page.request.get(path)).text()
  const missingPaths: string[] = []
  let isRemoved = true
  await page.route('**/_next/static/**/*.js', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (!isRemoved || html.includes(pathname)) return route.continue()
    missingPaths.push(pathname)
    await route.fulfill({ status: 404, body: 'Not Found' })
  })
  return {
    missingPaths,
    restore: () => {
      isRemoved = false
    },
  }
}

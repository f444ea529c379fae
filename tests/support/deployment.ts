import type { Page } from '@playwright/test'

/**
 * Removes the scripts that a page loads on demand from the server, as a deployment does.
 *
 * @returns the paths that were requested since, and a function that restores the scripts
 */
export async function removeLaterScripts(
  page: Page,
  path: string,
): Promise<{ missed: string[]; restore: () => void }> {
  const html = await (await page.request.get(path)).text()
  const missed: string[] = []
  let isRemoved = true
  await page.route('**/_next/static/**/*.js', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (!isRemoved || html.includes(pathname)) return route.continue()
    missed.push(pathname)
    await route.fulfill({ status: 404, body: 'Not Found' })
  })
  return {
    missed,
    restore: () => {
      isRemoved = false
    },
  }
}

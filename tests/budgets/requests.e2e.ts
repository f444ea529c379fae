import { expect, test } from '@playwright/test'
import { allowedOrigins, open, readToTheEnd, watchRequests, watchTroubles } from '../support/browsing.ts'
import { testEnvironment } from '../support/environment.ts'
import { allRoutes } from '../support/routes.ts'

const elsewhere = (urls: readonly string[]) =>
  urls.filter((url) => !url.startsWith('data:') && !allowedOrigins().includes(new URL(url).origin))

for (const { path } of allRoutes) {
  test(`${path} asks only the site, and the image host for images, and leaves nothing behind`, async ({
    page,
    context,
  }) => {
    const { lakeOrigin } = testEnvironment()
    const requests = watchRequests(page)
    const troubles = watchTroubles(page)
    const failed: string[] = []
    page.on('requestfailed', (request) => failed.push(`${request.url()}: ${request.failure()?.errorText}`))
    page.on('response', (response) => {
      const isPage = response.request().isNavigationRequest()
      if (response.status() >= 400 && !isPage) failed.push(`${response.url()}: ${response.status()}`)
    })
    await open(page, path)
    await readToTheEnd(page)
    expect(requests.length).toBeGreaterThan(5)
    expect(elsewhere(requests)).toEqual([])
    const lake = requests.filter((url) => url.startsWith(lakeOrigin)).map((url) => new URL(url).pathname)
    expect(lake.filter((each) => !each.startsWith('/images/'))).toEqual([])
    expect(troubles.all).toEqual([])
    expect(failed).toEqual([])
    expect(await context.cookies()).toEqual([])
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  })
}

test('the site has an icon, so that browsers do not ask for one in vain', async ({ page, request }) => {
  await open(page, '/')
  const icons = await page
    .locator('link[rel~="icon"]')
    .evaluateAll((links) => links.map((link) => (link instanceof HTMLLinkElement ? link.href : '')))
  for (const address of icons.length > 0 ? icons : ['/favicon.ico']) {
    const response = await request.get(address)
    expect(response.status(), address).toBe(200)
    expect(response.headers()['content-type']).toMatch(/^image\//)
  }
})

test('walking through the whole site by its links asks nobody else either', async ({ page }) => {
  const requests = watchRequests(page)
  const troubles = watchTroubles(page)
  await open(page, '/')
  for (const name of ['Services', 'Studio', 'About', 'Contact']) {
    await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(`/${name.toLowerCase()}`)
    await readToTheEnd(page)
  }
  for (const name of ['Terms', 'Privacy']) {
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(`/${name.toLowerCase()}`)
    await page.waitForLoadState('networkidle')
  }
  expect(elsewhere(requests)).toEqual([])
  expect(troubles.all).toEqual([])
})

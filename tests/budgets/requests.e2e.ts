import { expect, test } from '@playwright/test'
import {
  collectBrowserErrors,
  collectRequestUrls,
  getAllowedOrigins,
  openPage,
  scrollThroughPage,
  trackLoading,
} from '../support/browsing.ts'
import { getAttributes } from '../support/html.ts'
import { navigationPages } from '../support/navigation.ts'
import { seedText } from '../support/seedContent.ts'

const siteName = `${seedText('siteSettings/siteName')}, home`

const elsewhere = (urls: readonly string[]) =>
  urls.filter((url) => !url.startsWith('data:') && !getAllowedOrigins().includes(new URL(url).origin))

// phone.e2e.ts covers every page in its initial state.

test('the site has an icon for every request of browsers', async ({ request }) => {
  const html = await (await request.get('/')).text()
  const icons = getAttributes(html, 'link').flatMap(({ rel = '', href = '' }) =>
    rel.split(' ').includes('icon') ? [href] : [],
  )
  for (const target of icons.length > 0 ? icons : ['/favicon.ico']) {
    const response = await request.get(target)
    expect(response.status(), target).toBe(200)
    expect(response.headers()['content-type']).toMatch(/^image\//)
  }
})

test('every entry opens its page, the name of the site opens the home page, without requests to other hosts', async ({
  page,
}) => {
  const requests = collectRequestUrls(page)
  const troubles = collectBrowserErrors(page)
  const settle = trackLoading(page)
  const heading = page.getByRole('heading', { level: 1 })
  await openPage(page, '/')
  for (const [label, path, title] of navigationPages) {
    await page.getByRole('banner').getByRole('link', { name: label, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(heading).toHaveText(seedText(title))
    await scrollThroughPage(page)
  }
  for (const [label, title] of [
    ['Terms', 'legalPage-terms/title'],
    ['Privacy', 'legalPage-privacy/title'],
  ] as const) {
    await page.getByRole('contentinfo').getByRole('link', { name: label, exact: true }).click()
    await expect(page).toHaveURL(`/${label.toLowerCase()}`)
    await expect(heading).toHaveText(seedText(title))
  }
  const home = page.getByRole('banner').getByRole('link', { name: siteName, exact: true })
  await home.click()
  await expect(page).toHaveURL('/')
  await expect(heading).toHaveText(seedText('homePage/sections/hero/heading'))
  await settle()
  expect(elsewhere(requests)).toEqual([])
  expect(troubles.all).toEqual([])
})

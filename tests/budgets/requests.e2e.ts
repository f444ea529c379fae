import { expect, test } from '@playwright/test'
import {
  collectBrowserErrors,
  collectRequestUrls,
  getAllowedOrigins,
  loadPictures,
  openPage,
  trackLoading,
} from '../support/browsing.ts'
import { getAttributes } from '../support/markup.ts'
import { navigationPages } from '../support/navigation.ts'
import { seedText } from '../support/seedContent.ts'

const homeLinkName = `${seedText('siteSettings/siteName')}, home`

const findForeignUrls = (urls: readonly string[]) =>
  urls.filter((url) => !url.startsWith('data:') && !getAllowedOrigins().includes(new URL(url).origin))

// phone.e2e.ts checks the requests of each page when it is opened directly.

test('the home page declares only icons that exist', async ({ request }) => {
  const html = await (await request.get('/')).text()
  const icons = getAttributes(html, 'link').flatMap(({ rel = '', href = '' }) =>
    rel.split(' ').includes('icon') ? [href] : [],
  )
  // Without a declared icon, browsers request the default one.
  for (const url of icons.length > 0 ? icons : ['/favicon.ico']) {
    const response = await request.get(url)
    expect(response.status(), url).toBe(200)
    expect(response.headers()['content-type']).toMatch(/^image\//)
  }
})

test('the header and footer links open their pages, without requests to other hosts', async ({ page }) => {
  const requests = collectRequestUrls(page)
  const browserErrors = collectBrowserErrors(page)
  const settle = trackLoading(page)
  const heading = page.getByRole('heading', { level: 1 })
  await openPage(page, '/')
  for (const [label, path, title] of navigationPages) {
    await page.getByRole('banner').getByRole('link', { name: label, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(heading).toHaveText(seedText(title))
    await loadPictures(page)
  }
  for (const [label, title] of [
    ['Terms', 'legalPage-terms/title'],
    ['Privacy', 'legalPage-privacy/title'],
  ] as const) {
    await page.getByRole('contentinfo').getByRole('link', { name: label, exact: true }).click()
    await expect(page).toHaveURL(`/${label.toLowerCase()}`)
    await expect(heading).toHaveText(seedText(title))
  }
  await page.getByRole('banner').getByRole('link', { name: homeLinkName, exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(heading).toHaveText(seedText('homePage/sections/hero/heading'))
  await settle()
  expect(findForeignUrls(requests)).toEqual([])
  expect(browserErrors.all).toEqual([])
})

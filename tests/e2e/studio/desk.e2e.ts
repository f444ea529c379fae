import { expect } from '@playwright/test'
import { testEnvironment } from '../../support/environment.ts'
import { openDocument, studioUrl, uiTimeout } from '../../support/studio.ts'
import { test } from '../../support/studioTest.ts'

test.use({ account: 'administrator' })

const accountPageTitles = [
  'Sign in',
  'Sign up',
  'Forgot password',
  'New password',
  'Links in emails',
  'Account',
]
const pageTitles = ['Home', 'Services', 'Studio', 'About', 'Contact']
const rarelyUsedTitles = ['Success', ...accountPageTitles, 'Page not found', 'Error page', 'Messages']
const rarelyUsedGroup = 'Accounts, errors and messages'

/** The titles to click in the Studio's lists to open each singleton. */
const documentPaths = [
  ...pageTitles.map((title) => ['Pages', title]),
  ['Offer'],
  ['Gallery'],
  ['Legal', 'Terms'],
  ['Legal', 'Privacy'],
  ['Settings'],
  ['Redirects'],
  ...rarelyUsedTitles.map((title) => [rarelyUsedGroup, title]),
]

test('only landing pages and announcements can be created', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.getByTestId('new-document-button').click()
  const newDocumentItems = page.getByTestId(/^create-new-/)
  await expect(newDocumentItems.first()).toBeVisible({ timeout: uiTimeout })
  expect(await newDocumentItems.allInnerTexts()).toEqual(['Announcement', 'Landing page'])
  await page.goto(studioUrl('intent/create/template=offer;type=offer/'))
  await expect(page.getByTestId('studio-navbar')).toBeVisible({ timeout: uiTimeout })
  await expect(page.getByTestId('action-publish').and(page.locator(':enabled'))).toHaveCount(0)
})

test('the singletons open and can’t be duplicated, unpublished or deleted', {
  tag: '@nightly',
}, async ({ page }) => {
  for (const titles of documentPaths) {
    const documentPath = titles.join(' › ')
    for (const title of titles) await page.getByTestId(`pane-item-${title}`).click()
    const heading = page.getByTestId('document-panel-document-title')
    await expect(heading, documentPath).toContainText(titles.at(-1) ?? '', { timeout: uiTimeout })
    await expect(page.getByTestId(/^field-\w+$/).first(), documentPath).toBeVisible({ timeout: uiTimeout })
    await expect(
      page.getByText(/unknown field|Something went wrong|Invalid property value/i),
      documentPath,
    ).toHaveCount(0)
    await page.getByTestId('pane-context-menu-button').last().click()
    await expect(page.getByRole('menuitem', { name: 'History' })).toBeVisible()
    const menuItems = await page.getByRole('menuitem').allInnerTexts()
    await page.keyboard.press('Escape')
    const actionMenu = page.getByTestId('action-menu-button')
    if (await actionMenu.count()) {
      await actionMenu.click()
      menuItems.push(...(await page.getByRole('menuitem').allInnerTexts()))
      await page.keyboard.press('Escape')
    }
    expect(
      menuItems.filter((item) => /duplicate|delete|unpublish/i.test(item)),
      documentPath,
    ).toEqual([])
  }
})

test('the handbook opens and shows its chapters', { tag: '@nightly' }, async ({ page }) => {
  await page.getByTestId('studio-navbar').getByRole('link', { name: 'Handbook' }).click()
  for (const chapter of [
    'Where to start',
    'Change something',
    'See it before you publish',
    'Prices and values',
    'Undo',
  ]) {
    await expect(page.getByRole('heading', { name: chapter, exact: true })).toBeVisible({
      timeout: uiTimeout,
    })
  }
})

test('the Studio requests only Sanity’s hosts, and the content security policy allows them', {
  tag: '@nightly',
}, async ({ page }) => {
  const { siteOrigin, contentLakeOrigin } = testEnvironment()
  const contentLakeHost = new URL(contentLakeOrigin).hostname
  const localHosts = new Set([new URL(siteOrigin).hostname, contentLakeHost, `local.${contentLakeHost}`])
  const failuresByHost = new Map<string, string>()
  page.on('requestfailed', (request) => {
    const { hostname } = new URL(request.url())
    if (!localHosts.has(hostname)) failuresByHost.set(hostname, request.failure()?.errorText ?? '')
  })
  await page.reload()
  await openDocument(page, 'pages;homePage')
  await page.goto(studioUrl('presentation'))
  await expect(page.frameLocator('iframe').locator('h1')).toBeVisible({ timeout: uiTimeout })
  // The test browser resolves no external host, so a request that the policy allows fails with a DNS error.
  expect(failuresByHost.get('design-system-static.sanity.io')).toBe('net::ERR_NAME_NOT_RESOLVED')
  for (const [hostname, reason] of failuresByHost) {
    expect(hostname).toMatch(/(^|\.)(sanity\.io|sanity-cdn\.com)$/)
    expect(reason, hostname).toBe('net::ERR_NAME_NOT_RESOLVED')
  }
})

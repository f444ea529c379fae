import { expect, test } from '@playwright/test'
import { openDocument, signIn, studioTimeout, studioUrl, textField, uiTimeout } from '../../support/studio.ts'

test.describe.configure({ timeout: studioTimeout })

test.beforeEach(({ page }) => page.setDefaultTimeout(uiTimeout))

test('the Studio shows no tools and no content before sign-in', { tag: '@nightly' }, async ({ page }) => {
  await page.goto(studioUrl('structure/offer'))
  await expect(page.getByText('Local account')).toBeVisible({ timeout: uiTimeout })
  await expect(page.getByTestId('studio-navbar')).toHaveCount(0)
  await expect(page.getByText('-Month Growth Package')).toHaveCount(0)
})

test('an editor signs in, stays signed in, sees the public site, and signs out', {
  tag: '@nightly',
}, async ({ page }) => {
  await signIn(page, 'editor')
  expect(page.url()).not.toContain('sid=')
  await page.goto('/')
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.locator('.preview-bar')).toHaveCount(0)
  expect(await page.content()).not.toContain('studio-admin')

  // Sanity remounts all tools when it has loaded the plan's features, so the Studio shows no tools before that.
  const featuresAllowed = Promise.withResolvers<void>()
  await page.route(/\/features\b/, async (route) => {
    await featuresAllowed.promise
    await route.continue()
  })
  await page.goto(studioUrl('structure/offer'))
  await expect(page.getByText('Opening the Studio')).toBeVisible()
  await expect(page.getByTestId('studio-layout')).toHaveCount(0)
  featuresAllowed.resolve()
  await expect(textField(page, 'name')).toBeEditable()
  await expect(page.getByTestId('permission-check-banner')).toHaveCount(0)

  await page.locator('#user-menu').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByText('Local account')).toBeVisible({ timeout: uiTimeout })
  await page.reload()
  await expect(page.getByText('Local account')).toBeVisible({ timeout: uiTimeout })
})

test('a viewer can read the offer, but not edit or publish it', { tag: '@nightly' }, async ({ page }) => {
  await signIn(page, 'viewer')
  await openDocument(page, 'offer')
  await expect(page.getByTestId('permission-check-banner')).toContainText('does not have permission to edit')
  const name = textField(page, 'name')
  await expect(name).toHaveValue("Creator's Circle")
  await expect(name).not.toBeEditable()
  await expect(page.getByTestId('action-publish')).toHaveCount(0)
})

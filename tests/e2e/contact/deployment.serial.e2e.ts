import { expect, test } from '@playwright/test'
import { resetAccounts } from '../../support/accounts.ts'
import { expectPageHydrated as expectPageAlive } from '../../support/browsing.ts'
import { removeLazyScripts } from '../../support/deployment.ts'
import { resetMail } from '../../support/mail.ts'
import { seedText } from '../../support/seedContent.ts'
import {
  contactText,
  expectSent,
  fillIn,
  findForm,
  getFields,
  openForm,
  pressSend,
  waitForForm,
} from './support.ts'

test.beforeEach(async () => {
  await resetMail()
  await resetAccounts()
})

test('a contact form with a missing script reloads once, explains why it cannot send, and sends once it can', async ({
  page,
}) => {
  await openForm(page)
  const { missingPaths, restore } = await removeLazyScripts(page, '/contact')
  const reloaded = page.waitForEvent('load')
  await getFields(page).name.focus()
  await reloaded
  await waitForForm(page)
  await fillIn(page)
  await pressSend(page)
  await expect(findForm(page).getByRole('alert')).toContainText(contactText('failureOutdated'))
  expect(missingPaths.length).toBeGreaterThan(2)
  restore()
  await page.reload()
  await waitForForm(page)
  await pressSend(page)
  await expectSent(page)
})

test('an account form with a missing script reports that, and not being offline', async ({ page }) => {
  const { missingPaths } = await removeLazyScripts(page, '/sign-in')
  await page.goto('/sign-in')
  // The page loads its client for accounts, and again after the reload.
  await expect.poll(() => missingPaths.length).toBeGreaterThan(2)
  await expectPageAlive(page)
  await page.locator('[name=email]').fill('ada@example.com')
  await page.locator('[name=password]').fill('correct horse battery')
  await page.getByRole('button', { name: seedText('signInPage/submit'), exact: true }).click()
  await expect(page.locator('.form-failed').last()).toHaveText(seedText('messages/account/pageOutdated'))
})

import { expect, test } from '@playwright/test'
import { resetAccountSettings } from '../../support/accounts.ts'
import { expectPageHydrated } from '../../support/browsing.ts'
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
  await resetAccountSettings()
})

test('a contact form whose scripts a deployment removed reloads once, explains the failure, and can send later', {
  tag: '@all',
}, async ({ page }) => {
  await openForm(page)
  const { missingPaths: missedScripts, restore } = await removeLazyScripts(page, '/contact')
  const reload = page.waitForEvent('load')
  await getFields(page).name.focus()
  await reload
  await waitForForm(page)
  await fillIn(page)
  await pressSend(page)
  await expect(findForm(page).getByRole('alert')).toContainText(contactText('failureOutdated'))
  expect(missedScripts.length).toBeGreaterThan(2)
  restore()
  await page.reload()
  await waitForForm(page)
  await pressSend(page)
  await expectSent(page)
})

test('an account form with a missing script shows the message of an outdated page', { tag: '@all' }, async ({
  page,
}) => {
  const { missingPaths: missedScripts } = await removeLazyScripts(page, '/sign-in')
  await page.goto('/sign-in')
  // The page requests its scripts for accounts before and after the reload.
  await expect.poll(() => missedScripts.length).toBeGreaterThan(2)
  await expectPageHydrated(page)
  await page.locator('[name=email]').fill('ada@example.com')
  await page.locator('[name=password]').fill('correct horse battery')
  await page.getByRole('button', { name: seedText('signInPage/submit'), exact: true }).click()
  await expect(page.locator('.form-failed').last()).toHaveText(seedText('messages/account/pageOutdated'))
})

import { expect, test } from '@playwright/test'
import { newMember } from '../../support/accounts.ts'
import { control } from '../../support/content.ts'
import { testEnvironment } from '../../support/environment.ts'
import { contactMails, resetMail } from '../../support/mail.ts'
import { ada, expectSent, formOn, openForm, send, word, write } from '../contact/support.ts'

const { cloudOrigin } = testEnvironment()

test.beforeEach(() => resetMail())
test.afterEach(async () => {
  await resetMail()
  await control('webhooks', { drop: 0, delayMs: 0, duplicate: false })
})

test('a vendor can be made to fail by hand, and to work again', async ({ page, context }) => {
  await page.goto(cloudOrigin)
  await page.getByLabel('Vendor').selectOption('emailjs')
  await page.getByLabel('HTTP status').fill('403')
  await page
    .getByRole('group', { name: 'New fault' })
    .getByRole('button', { name: 'Set', exact: true })
    .click()
  await expect(page.getByRole('table', { name: 'Faults in force' })).toContainText('emailjs')
  const site = await context.newPage()
  await openForm(site)
  await write(site)
  await send(site)
  await expect(formOn(site).getByRole('alert')).toContainText(word('failureRefused'))
  await page.getByRole('button', { name: 'End all faults' }).click()
  await expect(page.getByText('Every vendor answers normally.')).toBeVisible()
  await formOn(site)
    .getByRole('button', { name: word('retry'), exact: true })
    .click()
  await expectSent(site)
})

test('webhooks can be disturbed by hand', async ({ page }) => {
  await page.goto(cloudOrigin)
  const group = page.getByRole('group', { name: 'How they go wrong' })
  await group.getByLabel('Delay (ms)').fill('100')
  await group.getByLabel('Send each twice').check()
  await group.getByRole('button', { name: 'Set', exact: true }).click()
  await expect(page.getByText('each is 100 ms late; each is sent twice')).toBeVisible()
  expect(await control('webhooks')).toMatchObject({ disturbance: { drop: 0, delayMs: 100, duplicate: true } })
})

test('the console says what the content lake and the inbox hold', async ({ page }) => {
  await page.goto(cloudOrigin)
  const counts = page.getByRole('listitem')
  await expect(counts.filter({ hasText: 'documents in production' })).toBeVisible()
  await expect(counts.filter({ hasText: 'siteSettings' })).toContainText('1')
  await expect(counts.filter({ hasText: 'messages in the inbox' })).toContainText('0')
})

test('the console lists who has an account', async ({ page }) => {
  const { email } = await newMember()
  await page.goto(cloudOrigin)
  const row = page.getByRole('table', { name: 'Accounts' }).getByRole('row').filter({ hasText: email })
  await expect(row).toBeVisible()
  await expect(row.getByRole('cell').nth(3)).toHaveText('never')
  await expect(row.getByRole('cell').nth(4)).toHaveText('0')
})

test('new mail appears in the inbox by itself, and what it says cannot run', async ({ page, context }) => {
  const dialogs: string[] = []
  context.on('dialog', async (dialog) => {
    dialogs.push(dialog.message())
    await dialog.dismiss()
  })
  await page.goto(`${cloudOrigin}/inbox`)
  await expect(page.getByText('No mail yet.')).toBeVisible()
  const deleteAll = page.getByRole('button', { name: 'Delete all' })
  await expect(deleteAll).toBeHidden()
  const site = await context.newPage()
  await openForm(site)
  const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>'
  await write(site, { ...ada, name: hostile, message: hostile })
  await send(site)
  await expectSent(site)
  const link = page.getByRole('link', { name: `Message from ${hostile}`, exact: true })
  await expect(link).toBeVisible()
  await expect(deleteAll).toBeVisible()
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Message from ${hostile}`)
  await expect(page.locator('#text')).toContainText(hostile)
  const frame = page.frameLocator('iframe[title="The message as HTML"]')
  await expect(frame.getByText(hostile).first()).toBeVisible()
  expect(await contactMails()).toHaveLength(1)
  expect(dialogs).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { createClient as createSupabase } from '@supabase/supabase-js'
import type { RunningCloud } from '../../testing/cloudProcess.ts'
import { createContentLakeClient } from '../../testing/contentLakeClient.ts'
import { control, test } from './cloud.ts'

test.beforeEach(({ cloud }) => control(cloud, 'reset', { vendor: 'emailjs' }))
test.afterEach(({ cloud }) => control(cloud, 'webhooks', { drop: 0, delayMs: 0, duplicate: false }))

/** Sends a message as the site's form does. Returns the status. */
async function sendMail({ env, portBase }: RunningCloud, params: Record<string, string>): Promise<number> {
  const response = await fetch(`${env.NEXT_PUBLIC_EMAILJS_ORIGIN}/api/v1.0/email/send`, {
    method: 'POST',
    headers: { origin: `http://localhost:${portBase - 1}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      user_id: env.NEXT_PUBLIC_EMAILJS_PUBLIC_KEY,
      service_id: env.NEXT_PUBLIC_EMAILJS_SERVICE_ID,
      template_id: env.NEXT_PUBLIC_EMAILJS_TEMPLATE_ID,
      template_params: params,
    }),
  })
  return response.status
}

const mailParams = { from_name: 'Ada', from_email: 'ada@example.com', message: 'Hello' }

test('sets and clears a fault of a vendor', async ({ page, cloud }) => {
  await page.goto(cloud.origin)
  await page.getByLabel('Vendor').selectOption('emailjs')
  await page.getByLabel('HTTP status').fill('403')
  await page
    .getByRole('group', { name: 'New fault' })
    .getByRole('button', { name: 'Set', exact: true })
    .click()
  await expect(page.getByRole('table', { name: 'Faults in force' })).toContainText('emailjs')
  expect(await sendMail(cloud, mailParams)).toBe(403)
  await page.getByRole('button', { name: 'Clear all faults' }).click()
  await expect(page.getByText('Every vendor responds normally.')).toBeVisible()
  expect(await sendMail(cloud, mailParams)).toBe(200)
})

test('sets simulated failures of webhook deliveries', async ({ page, cloud }) => {
  await page.goto(cloud.origin)
  const group = page.getByRole('group', { name: 'Failures' })
  await group.getByLabel('Delay (ms)').fill('100')
  await group.getByLabel('Send each twice').check()
  await group.getByRole('button', { name: 'Set', exact: true }).click()
  await expect(page.getByText('each is 100 ms late; each is sent twice')).toBeVisible()
  expect(await control(cloud, 'webhooks')).toMatchObject({
    disturbance: { drop: 0, delayMs: 100, duplicate: true },
  })
})

test('counts the documents of the Content Lake and the messages of the inbox', async ({ page, cloud }) => {
  const client = createContentLakeClient(cloud.contentLakeOrigin, cloud.env.SANITY_API_WRITE_TOKEN)
  await client.createOrReplace({ _id: 'settings', _type: 'settings' })
  await page.goto(cloud.origin)
  const counts = page.getByRole('listitem')
  await expect(counts.filter({ hasText: 'documents in production' })).toBeVisible()
  await expect(counts.filter({ hasText: 'settings' })).toContainText('1')
  await expect(counts.filter({ hasText: 'messages in the inbox' })).toContainText('0')
})

/** Waits until the page has rendered a refresh. The request of the second refresh follows the rendering of the first. */
async function waitForRefresh(page: Page): Promise<void> {
  for (let refresh = 0; refresh < 2; refresh += 1) await page.waitForResponse('**/_control/webhooks')
}

test('a focused button retains the focus during refreshes, and reports its result', async ({
  page,
  cloud,
}) => {
  await control(cloud, 'faults', { vendor: 'emailjs', status: 403 })
  await page.goto(cloud.origin)
  const clear = page.getByRole('button', { name: 'Clear the fault of emailjs' })
  await clear.focus()
  await waitForRefresh(page)
  await expect(clear).toBeFocused()
  await clear.press('Enter')
  await expect(page.getByRole('status')).toHaveText('emailjs responds normally again.')
  await expect(page.getByRole('status')).toBeFocused()
})

test('a focused message of the inbox retains the focus when another message arrives', async ({
  page,
  cloud,
}) => {
  page.on('dialog', (dialog) => dialog.accept())
  expect(await sendMail(cloud, mailParams)).toBe(200)
  await page.goto(`${cloud.origin}/inbox`)
  const link = page.getByRole('link', { name: 'Message from Ada', exact: true })
  await link.focus()
  const { NEXT_PUBLIC_SUPABASE_URL: url, NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: key } = cloud.env
  const email = `${randomUUID()}@example.com`
  const { error } = await createSupabase(url, key).auth.signUp({ email, password: randomUUID() })
  expect(error).toBeNull()
  await expect(page.getByRole('cell', { name: email })).toBeVisible()
  await expect(link).toBeFocused()
  await page.getByRole('button', { name: 'Delete all' }).press('Enter')
  await expect(page.getByText('The inbox is empty.')).toBeFocused()
})

test('shows a new message without a reload, and does not run its scripts', async ({
  page,
  context,
  cloud,
}) => {
  const dialogs: string[] = []
  context.on('dialog', async (dialog) => {
    dialogs.push(dialog.message())
    await dialog.dismiss()
  })
  await page.goto(`${cloud.origin}/inbox`)
  await expect(page.getByText('No email yet.')).toBeVisible()
  const deleteAll = page.getByRole('button', { name: 'Delete all' })
  await expect(deleteAll).toBeHidden()
  const hostileMarkup = '<img src=x onerror=alert(1)><script>alert(2)</script>'
  expect(await sendMail(cloud, { ...mailParams, from_name: hostileMarkup, message: hostileMarkup })).toBe(200)
  const link = page.getByRole('link', { name: `Message from ${hostileMarkup}`, exact: true })
  await expect(link).toBeVisible()
  await expect(page.getByRole('cell', { name: 'EmailJS, template_local', exact: true })).toBeVisible()
  await expect(deleteAll).toBeVisible()
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Message from ${hostileMarkup}`)
  await expect(page.locator('#text')).toContainText(hostileMarkup)
  const frame = page.frameLocator('iframe[title="The message as HTML"]')
  await expect(frame.getByText(hostileMarkup).first()).toBeVisible()
  expect(dialogs).toEqual([])
})

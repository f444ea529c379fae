import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { createClient as createSupabase } from '@supabase/supabase-js'
import type { RunningCloud } from '../../testing/cloudProcess.ts'
import { lakeClient } from '../../testing/lakeClient.ts'
import { control, test } from './cloud.ts'

test.beforeEach(({ cloud }) => control(cloud, 'reset', { vendor: 'emailjs' }))
test.afterEach(({ cloud }) => control(cloud, 'webhooks', { drop: 0, delayMs: 0, duplicate: false }))

/** Sends a message as a site's form does; answers the status. */
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

const mail = { from_name: 'Ada', from_email: 'ada@example.com', message: 'Hello' }

test('a vendor can be made to fail by hand, and to work again', async ({ page, cloud }) => {
  await page.goto(cloud.origin)
  await page.getByLabel('Vendor').selectOption('emailjs')
  await page.getByLabel('HTTP status').fill('403')
  await page
    .getByRole('group', { name: 'New fault' })
    .getByRole('button', { name: 'Set', exact: true })
    .click()
  await expect(page.getByRole('table', { name: 'Faults in force' })).toContainText('emailjs')
  expect(await sendMail(cloud, mail)).toBe(403)
  await page.getByRole('button', { name: 'End all faults' }).click()
  await expect(page.getByText('Every vendor answers normally.')).toBeVisible()
  expect(await sendMail(cloud, mail)).toBe(200)
})

test('webhooks can be disturbed by hand', async ({ page, cloud }) => {
  await page.goto(cloud.origin)
  const group = page.getByRole('group', { name: 'How they go wrong' })
  await group.getByLabel('Delay (ms)').fill('100')
  await group.getByLabel('Send each twice').check()
  await group.getByRole('button', { name: 'Set', exact: true }).click()
  await expect(page.getByText('each is 100 ms late; each is sent twice')).toBeVisible()
  expect(await control(cloud, 'webhooks')).toMatchObject({
    disturbance: { drop: 0, delayMs: 100, duplicate: true },
  })
})

test('the console says what the content lake and the inbox hold', async ({ page, cloud }) => {
  const client = lakeClient(cloud.lakeOrigin, cloud.env.SANITY_API_WRITE_TOKEN)
  await client.createOrReplace({ _id: 'settings', _type: 'settings' })
  await page.goto(cloud.origin)
  const counts = page.getByRole('listitem')
  await expect(counts.filter({ hasText: 'documents in production' })).toBeVisible()
  await expect(counts.filter({ hasText: 'settings' })).toContainText('1')
  await expect(counts.filter({ hasText: 'messages in the inbox' })).toContainText('0')
})

test('everybody who has an account is listed', async ({ page, cloud }) => {
  const { NEXT_PUBLIC_SUPABASE_URL: url, SUPABASE_SECRET_KEY: key } = cloud.env
  const email = `${randomUUID()}@example.com`
  const { error } = await createSupabase(url, key).auth.admin.createUser({ email, email_confirm: true })
  expect(error).toBeNull()
  await page.goto(`${cloud.origin}/accounts`)
  const row = page.getByRole('table', { name: 'Accounts' }).getByRole('row').filter({ hasText: email })
  await expect(row).toBeVisible()
  await expect(row.getByRole('cell').nth(3)).toHaveText('never')
  await expect(row.getByRole('cell').nth(4)).toHaveText('0')
})

/** Waits until what the console has asked for is shown: it asks one time after the other. */
async function askedAgain(page: Page): Promise<void> {
  for (let round = 0; round < 2; round += 1) await page.waitForResponse('**/_control/webhooks')
}

test('a button that has the focus keeps it, and reports its result', async ({ page, cloud }) => {
  await control(cloud, 'faults', { vendor: 'emailjs', status: 403 })
  await page.goto(cloud.origin)
  const end = page.getByRole('button', { name: 'End the fault of emailjs' })
  await end.focus()
  await askedAgain(page)
  await expect(end).toBeFocused()
  await end.press('Enter')
  await expect(page.getByRole('status')).toHaveText('emailjs answers normally again.')
  await expect(page.getByRole('status')).toBeFocused()
})

test('who is in the inbox by keyboard stays there when mail comes, and when all is deleted', async ({
  page,
  cloud,
}) => {
  page.on('dialog', (dialog) => dialog.accept())
  expect(await sendMail(cloud, mail)).toBe(200)
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
  const said = page.getByText('The inbox is empty.')
  await expect(said).toBeFocused()
})

test('new mail appears in the inbox by itself, and what it says cannot run', async ({
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
  await expect(page.getByText('No mail yet.')).toBeVisible()
  const deleteAll = page.getByRole('button', { name: 'Delete all' })
  await expect(deleteAll).toBeHidden()
  const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>'
  expect(await sendMail(cloud, { ...mail, from_name: hostile, message: hostile })).toBe(200)
  const link = page.getByRole('link', { name: `Message from ${hostile}`, exact: true })
  await expect(link).toBeVisible()
  await expect(page.getByRole('cell', { name: 'EmailJS, template_local', exact: true })).toBeVisible()
  await expect(deleteAll).toBeVisible()
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Message from ${hostile}`)
  await expect(page.locator('#text')).toContainText(hostile)
  const frame = page.frameLocator('iframe[title="The message as HTML"]')
  await expect(frame.getByText(hostile).first()).toBeVisible()
  expect(dialogs).toEqual([])
})

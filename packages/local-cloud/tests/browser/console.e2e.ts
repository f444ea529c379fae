import { expect } from '@playwright/test'
import type { RunningCloud } from '../../testing/cloudProcess.ts'
import { control, test } from './cloud.ts'

test.beforeEach(({ cloud }) => control(cloud, 'reset', { vendor: 'emailjs' }))

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

test('sets and clears a fault for a vendor', async ({ page, cloud }) => {
  await page.goto(cloud.origin)
  await page.getByLabel('Vendor').selectOption('emailjs')
  await page.getByLabel('HTTP status').fill('403')
  await page
    .getByRole('group', { name: 'New fault' })
    .getByRole('button', { name: 'Set', exact: true })
    .click()
  await expect(page.getByRole('table', { name: 'Active faults' })).toContainText('emailjs')
  expect(await sendMail(cloud, mailParams)).toBe(403)
  await page.getByRole('button', { name: 'Clear all faults' }).click()
  await expect(page.getByText('Every vendor responds normally.')).toBeVisible()
  expect(await sendMail(cloud, mailParams)).toBe(200)
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

import { expect, test } from '@playwright/test'
import { openPage } from '../../support/browsing.ts'
import { seedText } from '../../support/seedContent.ts'

test('when scripts fail, a page says so, and its checkout button opens the contact form', async ({
  page,
}) => {
  await page.route('**/_next/static/**/*.js', (route) => route.abort())
  await openPage(page, '/')
  const message = page.getByText(seedText('messages/accessibility/scriptFailed'), { exact: true })
  await expect(page.getByRole('alert').filter({ has: message })).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('button', { name: 'Secure My Spot Now', exact: true })
    .first()
    .click()
  await expect(page).toHaveURL('/contact?topic=membership')
})

import { expect, test } from '@playwright/test'
import { createUser, resetAccountSettings } from '../../support/accounts.ts'
import { collectBrowserErrors } from '../../support/browsing.ts'
import { seedText } from '../../support/seedContent.ts'
import { accountPageText } from '../accounts/accountPage.ts'
import { findButton, openAsUser } from '../accounts/support.ts'
import { openOffer, pay, startCheckout } from './support.ts'

test.beforeEach(() => resetAccountSettings())

test('a member opens the receipt of a payment from the account, and books with its name', async ({
  page,
}) => {
  const browserErrors = collectBrowserErrors(page)
  const { email } = await createUser()
  await openAsUser(page, email, '/account')
  await findButton(page, accountPageText('receiptsShow')).click()
  await expect(page.getByText(accountPageText('receiptsNone'), { exact: true })).toBeVisible()

  await openOffer(page)
  const tab = await startCheckout(page)
  await pay(tab)
  await tab.waitForURL(/\/success/)
  await tab.close()
  await page.goto('/account')
  await findButton(page, accountPageText('receiptsShow')).focus()
  await page.keyboard.press('Enter')
  const receipt = page.getByRole('link', { name: /^\$997 on / })
  await expect(receipt).toHaveCount(1)
  // The list replaces the button and gets the focus, so Tab moves to its first receipt.
  await page.keyboard.press('Tab')
  await expect(receipt).toBeFocused()
  expect(browserErrors.all).toEqual([])
  await receipt.click()
  await expect(page.getByText('$997.00').first()).toBeVisible()
  expect(new URL(page.url()).pathname).toMatch(/^\/invoice\//)

  await page.goto('/contact?topic=session')
  // The closed purchase dialog has a field for an email, too, which has no role.
  const getField = (label: string) =>
    page.getByRole('textbox', { name: seedText(`messages/contactForm/${label}`), exact: true })
  await expect(getField('nameLabel')).toHaveValue('Ada Lovelace')
  await expect(getField('emailLabel')).toHaveValue(email)
})

test('the link “Cancel by email” redirects to the login page of Stripe’s portal', async ({ request }) => {
  const response = await request.get('/api/portal-login', { maxRedirects: 0 })
  expect(response.status()).toBe(303)
  expect(response.headers().location).toContain('/p/login/')
})

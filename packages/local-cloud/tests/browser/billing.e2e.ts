import { expect } from '@playwright/test'
import {
  buySubscription,
  createCheckout,
  createPortalUrl,
  createStripeClient,
  getReturnUrl,
  submitCard,
} from './billingSupport.ts'
import { expectAccessible, test } from './cloud.ts'

test('pressing Enter buys a subscription, even after a declined card', async ({ page, cloud }) => {
  const { session } = await createCheckout(cloud)
  await page.goto(String(session.url))
  await expectAccessible(page)
  await expect(page.getByRole('table', { name: 'Your order' })).toContainText('$997.00')
  await submitCard(page, '4000 0000 0000 0002')
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.')
  await expect(page.getByRole('alert')).toBeFocused()
  await expectAccessible(page)
  await submitCard(page, '4242 4242 4242 4242')
  await page.waitForURL((url) => url.href.startsWith(getReturnUrl(cloud)))
  expect((await createStripeClient(cloud).checkout.sessions.retrieve(session.id)).status).toBe('complete')
})

test('the portal cancels and resumes a subscription, and changes the card', async ({ page, cloud }) => {
  const { customer } = await buySubscription(page, cloud)
  await page.goto(await createPortalUrl(cloud, customer))
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Cancel subscription' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByRole('status')).toHaveText('Your subscription has been canceled.')
  await expect(page.getByText(/It ends on/)).toBeVisible()
  await page.getByRole('button', { name: "Don't cancel subscription" }).click()
  await expect(page.getByText(/Your next payment is \$997\.00/)).toBeVisible()
  await page.getByRole('link', { name: 'Update payment method' }).click()
  await submitCard(page, '5555 5555 5555 4444', 'Save')
  await expect(page.getByText('Mastercard ending in 4444')).toBeVisible()
  await page.getByRole('table', { name: 'Invoice history' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Invoice')
  await expectAccessible(page)
})

test('the console lists a subscription, and disputes its payment', async ({ page, cloud }) => {
  const { email } = await buySubscription(page, cloud)
  await page.goto(cloud.origin)
  await page.getByRole('link', { name: 'Billing', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Subscriptions' })).toContainText(email)
  await expectAccessible(page)
  await page.getByRole('button', { name: `Dispute the payment of $997.00 by ${email}` }).click()
  await expect(page.getByRole('status')).toHaveText('The payment is disputed.')
  await expect(page.getByRole('table', { name: 'Payments' })).toContainText('disputed')
})

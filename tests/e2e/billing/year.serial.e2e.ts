import { expect, test } from '@playwright/test'
import { createUser, resetAccounts } from '../../support/accounts.ts'
import { signIn } from '../accounts/support.ts'
import {
  advanceDays,
  checkoutText,
  clearStripeFault,
  createStripeClient,
  findStatusCard,
  getCustomer,
  openOffer,
  pay,
  refreshUntil,
  startCheckout,
} from './support.ts'

test.beforeEach(() => resetAccounts())
test.afterEach(() => clearStripeFault())

/** A month of Stripe's and the hour after which an invoice is final. Days. */
const month = 31 + 1.1 / 24

test('three months cost $997, $997 and $1,497; a failed card recovers; a cancellation ends it', {
  tag: '@all',
}, async ({ page }) => {
  test.slow()
  const { email } = await createUser()
  await signIn(page, email)
  await openOffer(page)
  const tab = await startCheckout(page)
  await pay(tab)
  await tab.waitForURL(/\/success/)
  await tab.close()
  await page.goto('/')
  await refreshUntil(page, () => expect(findStatusCard(page)).toContainText('$997', { timeout: 1000 }))
  const customer = await getCustomer(email)
  const subscription = async () =>
    (await createStripeClient().subscriptions.list({ customer, status: 'all' })).data[0]

  await advanceDays(month)
  await refreshUntil(page, () => expect(findStatusCard(page)).toContainText('$1,497', { timeout: 1000 }))
  await advanceDays(month)
  const invoices = await createStripeClient().invoices.list({ customer })
  expect(invoices.data.map(({ total, status }) => [total, status]).reverse()).toEqual([
    [99_700, 'paid'],
    [99_700, 'paid'],
    [149_700, 'paid'],
  ])

  const failing = await createStripeClient().paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await createStripeClient().subscriptions.update(String((await subscription())?.id), {
    default_payment_method: failing.id,
  })
  await advanceDays(month)
  await refreshUntil(page, () =>
    expect(findStatusCard(page)).toContainText(checkoutText('subscription', 'pastDue'), { timeout: 1000 }),
  )
  await expect(findStatusCard(page)).toContainText(checkoutText('subscription', 'planLabel'))

  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Manage Subscription', exact: true }).click()
  const portal = await opened
  await portal.getByRole('link', { name: 'Update payment method' }).click()
  await portal.getByLabel('Name on card').fill('Ada Lovelace')
  await portal.getByLabel('Card number').fill('4242 4242 4242 4242')
  await portal.getByLabel('Expiration (MM / YY)').fill('12 / 59')
  await portal.getByLabel('CVC').fill('123')
  await portal.getByRole('button', { name: 'Save' }).click()
  await expect(portal.getByText('Your payment method has been updated.')).toBeVisible()
  await portal.close()
  await advanceDays(4)
  await refreshUntil(page, () =>
    expect(findStatusCard(page)).not.toContainText(checkoutText('subscription', 'pastDue'), {
      timeout: 1000,
    }),
  )
  expect((await subscription())?.status).toBe('active')

  const again = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Manage Subscription', exact: true }).click()
  const last = await again
  await last.getByRole('link', { name: 'Cancel subscription' }).click()
  await last.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(last.getByRole('button', { name: "Don't cancel subscription" })).toBeVisible()
  await last.close()
  await refreshUntil(page, () =>
    expect(findStatusCard(page)).toContainText(checkoutText('subscription', 'endsLabel'), { timeout: 1000 }),
  )
  await expect(findStatusCard(page)).toContainText(checkoutText('subscription', 'planLabel'))

  await advanceDays(month)
  await refreshUntil(page, () =>
    expect(findStatusCard(page)).toContainText(
      checkoutText('subscription', 'ended').replace(/\{date\}.*/, ''),
      {
        timeout: 1000,
      },
    ),
  )
  await expect(findStatusCard(page)).not.toContainText(checkoutText('subscription', 'planLabel'))
  await expect(page.getByRole('button', { name: 'Manage Subscription' })).toHaveCount(0)
})

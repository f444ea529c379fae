import { expect, test } from '@playwright/test'
import { resetAccountSettings } from '../../support/accounts.ts'
import { seedText } from '../../support/seedContent.ts'
import {
  advanceDays,
  buyAsNewUser,
  checkoutText,
  clearStripeFault,
  createStripeClient,
  expectSuccessHeading,
  findCheckoutButton,
  findStatusCard,
  getCustomerId,
  openCheckoutTab,
  openOfferAsNewUser,
  pay,
  refreshUntil,
  startCheckout,
  statusText,
} from './support.ts'

test.beforeEach(() => resetAccountSettings())
test.afterEach(() => clearStripeFault())

test('a former member sees the regular price alone, and is welcomed back after buying again', async ({
  page,
}) => {
  const email = await buyAsNewUser(page)
  const { subscriptions } = createStripeClient()
  const { data } = await subscriptions.list({ customer: await getCustomerId(email) })
  for (const { id } of data) await subscriptions.cancel(id)
  await page.goto('/')
  await refreshUntil(page, /for \$1,497 a month/)
  await expect(page.locator('.hero').getByText(checkoutText('formerTerms'), { exact: true })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('$997', { useInnerText: true })

  await page.goto('/account')
  await expect(page.getByText(seedText('accountPage/deleteEndedText'), { exact: true })).toBeVisible()

  await page.goto('/services')
  const offer = page.locator('#offer')
  await expect(offer.getByText('$1,497 a month', { exact: true })).toBeVisible()
  await expect(offer).not.toContainText('$997', { useInnerText: true })
  await findCheckoutButton(page).click()
  const dialog = page.getByRole('dialog', { name: checkoutText('introUsedTitle') })
  await expect(dialog).toContainText('$1,497')
  const accept = dialog.getByRole('button', { name: checkoutText('introUsedAccept') })
  const tab = await openCheckoutTab(page, () => accept.click())
  await pay(tab)
  await expect(tab.getByRole('link', { name: statusText('bookLink'), exact: true })).toBeVisible()
  await expectSuccessHeading(tab, seedText('successPage/returnedHeading'))
  for (const name of ['benefitsHeading', 'nextHeading'])
    await expect(tab.getByText(seedText(`successPage/${name}`), { exact: true })).toBeHidden()
})

test('a former member whose membership was free sees the introductory price', async ({ page }) => {
  const email = await openOfferAsNewUser(page)
  await (await startCheckout(page)).close()
  const { coupons, prices, subscriptions } = createStripeClient()
  const [price] = (await prices.list({ product: 'creators-circle-membership', active: true })).data
  const duration = { duration: 'repeating', duration_in_months: 1 } as const
  const coupon = await coupons.create({ amount_off: 149_700, currency: 'usd', ...duration })
  const { id } = await subscriptions.create({
    customer: await getCustomerId(email),
    items: [{ price: String(price?.id) }],
    discounts: [{ coupon: coupon.id }],
  })
  await subscriptions.cancel(id)
  await expect(async () => {
    const check = page.waitForResponse('**/api/check-subscription')
    await page.goto('/')
    expect(await (await check).json()).toMatchObject({ status: 'canceled' })
  }).toPass()
  await expect(findStatusCard(page)).toContainText(statusText('none'))
  await expect(page.locator('.hero')).toContainText('$997', { useInnerText: true })
})

test('a former member sees that a payment failed or was disputed', async ({ page }) => {
  await openOfferAsNewUser(page)
  let cancel_reason = 'payment_failed'
  await page.route('**/api/check-subscription', async (route) => {
    const response = await route.fetch()
    const ended = { status: 'canceled', ended_at: '2026-03-05T12:00:00Z', intro_used: true, cancel_reason }
    await route.fulfill({ response, json: { ...(await response.json()), ...ended } })
  })
  await page.goto('/account')
  const card = findStatusCard(page)
  await expect(card).toContainText(
    /ended on March\s5,\s2026 because a payment failed\. .* for \$1,497 a month\./,
  )
  cancel_reason = 'payment_disputed'
  await page.reload()
  await expect(card).toContainText(/ended on March\s5,\s2026 because a payment was disputed\./)
})

test('a member whose membership is paused sees how to pay, and neither an offer nor a booking link', async ({
  page,
}) => {
  const unpaid = { manageable: true, status: 'unpaid', past_due: true, amount_due: 149_700, currency: 'usd' }
  await page.route('**/api/check-subscription', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...unpaid } })
  })
  await openOfferAsNewUser(page)
  const account = page.locator('#offer').getByRole('link', {
    name: checkoutText('alreadySubscribedLink'),
    exact: true,
  })
  await expect(account).toBeVisible()
  await page.goto('/')
  await expect(findStatusCard(page).getByRole('button', { name: 'Pay $1,497', exact: true })).toBeVisible()
  for (const name of [/^Secure My Spot/, statusText('bookLink')])
    await expect(page.getByRole('button', { name }).or(page.getByRole('link', { name }))).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText('$997', { useInnerText: true })
})

/** Days until the next monthly invoice is finalized: a month, plus the hour for which Stripe keeps it as a draft. */
const billingMonthDays = 31 + 1.1 / 24

test('a member pays for three months, settles a failed payment with a new card, and cancels', {
  tag: '@nightly',
}, async ({ page }) => {
  test.slow()
  const email = await buyAsNewUser(page)
  await page.goto('/')
  await refreshUntil(page, /\$997 on \w+\s\d+.*\$1,497 from /s)
  const customer = await getCustomerId(email)
  const { paymentMethods, subscriptions } = createStripeClient()
  const fetchSubscription = async () => (await subscriptions.list({ customer, status: 'all' })).data[0]

  await advanceDays(billingMonthDays)
  await refreshUntil(page, '$1,497')
  await advanceDays(billingMonthDays)

  const failingCard = await paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  await subscriptions.update(String((await fetchSubscription())?.id), {
    default_payment_method: failingCard.id,
  })
  await advanceDays(billingMonthDays)
  await refreshUntil(page, statusText('pastDue'))
  await expect(findStatusCard(page)).toContainText(statusText('planLabel'))

  await expect(findStatusCard(page)).toContainText(/Due now\$1,497, by \w+\s\d+,\s\d+/)

  const invoiceOpening = page.waitForEvent('popup')
  await page.getByRole('button', { name: /^Pay \$1,497 by \w+\s\d+,\s\d+$/ }).click()
  const invoice = await invoiceOpening
  await invoice.getByLabel('Name on card').fill('Ada Lovelace')
  await invoice.getByLabel('Card number').fill('4242 4242 4242 4242')
  await invoice.getByLabel('Expiration (MM / YY)').fill('12 / 59')
  await invoice.getByLabel('CVC').fill('123')
  await invoice.getByRole('button', { name: 'Pay $1,497.00' }).click()
  await expect(invoice.getByText('paid', { exact: true })).toBeVisible()
  await invoice.close()
  await refreshUntil(page, statusText('statusActive'))
  await expect(findStatusCard(page)).not.toContainText(statusText('pastDue'))
  expect((await fetchSubscription())?.status).toBe('active')
  // Opens the URL that an earlier payment email links to.
  await page.goto('/account#pay')
  await expect(findStatusCard(page)).toContainText(statusText('nothingDue'))
  await expect(findStatusCard(page)).toContainText(statusText('newCard'))

  // Cancels at the end of the period.
  await subscriptions.update(String((await fetchSubscription())?.id), {
    cancel_at_period_end: true,
  })
  await refreshUntil(page, statusText('endsLabel'))
  await expect(findStatusCard(page)).toContainText(statusText('planLabel'))

  await advanceDays(billingMonthDays)
  await refreshUntil(page, statusText('ended').replace(/\{date\}.*/, ''))
  await expect(findStatusCard(page)).not.toContainText(statusText('planLabel'))
  await expect(page.getByRole('button', { name: 'Manage Subscription' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: statusText('invoices') })).toBeVisible()
})

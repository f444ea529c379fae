import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Inbox } from '../../inbox/inbox.ts'
import type { CustomerMailOptions } from '../../stripe/receipts/outbox.ts'
import { type StripeAccount, startStripeAccount } from '../../testing/stripeAccount.ts'
import { createOffer, setDefaultCard } from '../support/stripe.ts'

const businessName = 'Fish & Chips'

let inbox: Inbox
let account: StripeAccount
beforeEach(async () => {
  inbox = new Inbox(':memory:')
  account = await startStripeAccount({ businessName, receipts: createMailOptions() })
})
afterEach(async () => {
  await account.close()
  inbox.close()
})

/** Creates options that deliver receipts and refund emails to the inbox. */
function createMailOptions(change: Partial<CustomerMailOptions['customerEmails']> = {}): CustomerMailOptions {
  return {
    customerEmails: { successfulPayments: true, refunds: true, ...change },
    deliver: (mail, id) => inbox.deliver(mail, new Date(), id),
  }
}

const email = 'ada@example.com'

async function createCustomer(stripe: Stripe): Promise<string> {
  const { id: customer } = await stripe.customers.create({ email })
  await setDefaultCard(stripe, customer, 'pm_card_visa')
  return customer
}

async function subscribe(stripe: Stripe, customer: string): Promise<Stripe.Subscription> {
  const { price, coupon } = await createOffer(stripe)
  return stripe.subscriptions.create({ customer, items: [{ price }], discounts: [{ coupon }] })
}

async function getCharge(stripe: Stripe, customer: string): Promise<Stripe.Charge> {
  const [charge] = (await stripe.charges.list({ customer })).data
  if (!charge) throw new Error('No charge')
  return charge
}

const fetchPage = async (url: string | null | undefined) => (await fetch(String(url))).text()

test('emails one receipt for a paid invoice, with the details of the payment', async () => {
  const { stripe } = account
  const customer = await createCustomer(stripe)
  const { latest_invoice } = await subscribe(stripe, customer)
  const mails = inbox.list()
  expect(mails).toHaveLength(1)
  const charge = await getCharge(stripe, customer)
  const invoice = await stripe.invoices.retrieve(String(latest_invoice))
  expect(charge).toMatchObject({
    receipt_email: email,
    receipt_number: expect.stringMatching(/^\d{4}-\d{4}$/),
  })
  expect(invoice).toMatchObject({ account_name: businessName, receipt_number: charge.receipt_number })
  expect(mails[0]).toMatchObject({
    source: 'stripe',
    kind: 'receipt',
    from: `${businessName} <receipts@localhost>`,
    to: email,
    subject: `Your receipt from ${businessName} #${charge.receipt_number}`,
  })
  const { text = '', html = '' } = mails[0] ?? {}
  const expectedTexts = [
    `Receipt number: ${charge.receipt_number}`,
    `Invoice number: ${invoice.number}`,
    'Payment method: Visa ending in 4242',
    '1 × Plan (at $1,497.00 / month)',
    'Subtotal: $1,497.00\nDiscount: -$500.00\nTotal: $997.00\nAmount paid: $997.00',
    String(charge.receipt_url),
    String(invoice.hosted_invoice_url),
  ]
  for (const expected of expectedTexts) expect(text).toContain(expected)
  expect(text).toMatch(/^Receipt from Fish & Chips\n\n\$997\.00\nPaid \w+ \d+, \d{4}\n/)
  expect(html).toContain('Fish &amp; Chips')
  expect(html).toContain(`href="${charge.receipt_url}"`)
  const page = await fetchPage(charge.receipt_url)
  for (const expected of [String(charge.receipt_number), `/invoice/${invoice.id}`, '$997.00'])
    expect(page).toContain(expected)
  expect(await fetchPage(invoice.hosted_invoice_url)).toContain(`href="/receipt/${charge.id}"`)
})

test('emails the customer about each refund, and lists refunds on the receipt', async () => {
  const { stripe } = account
  const customer = await createCustomer(stripe)
  await subscribe(stripe, customer)
  const charge = await getCharge(stripe, customer)
  inbox.clear()
  const firstRefund = await stripe.refunds.create({ charge: charge.id, amount: 9700 })
  await stripe.refunds.create({ charge: charge.id })
  const mails = inbox.list().reverse()
  expect(mails.map(({ kind, to }) => ({ kind, to }))).toEqual([
    { kind: 'refund', to: email },
    { kind: 'refund', to: email },
  ])
  const { data } = await stripe.refunds.list({ payment_intent: String(charge.payment_intent) })
  const receipt_number = data.find(({ id }) => id === firstRefund.id)?.receipt_number
  expect(mails[0]?.subject).toBe(`Your refund from ${businessName} #${receipt_number}`)
  expect(mails[0]?.text).toContain('\n\n$97.00\nRefunded ')
  expect(mails[0]?.text).toContain(`Original receipt: ${charge.receipt_number}`)
  expect(mails[1]?.text).toContain('\n\n$900.00\nRefunded ')
  const page = await fetchPage(charge.receipt_url)
  expect(page).toContain('-$97.00')
  expect(page).toContain('-$900.00')
})

test('delivers a receipt exactly once when the process ends before or after the delivery', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'receipts-'))
  const file = join(folder, 'account.sqlite')
  const restart = async (deliver: CustomerMailOptions['deliver']) => {
    await account.close()
    account = await startStripeAccount({ file, receipts: { ...createMailOptions(), deliver } })
    account.billing.sendPending()
  }
  const simulateCrash = () => {
    throw new Error('The process has ended')
  }
  // The process ends after the payment, before the inbox has the receipt.
  await restart(simulateCrash)
  await subscribe(account.stripe, await createCustomer(account.stripe))
  expect(inbox.size).toBe(0)
  expect(account.log.join()).toContain('The process has ended')
  // The process ends after the inbox has the receipt, before the outbox deletes it.
  await restart((mail, id) => {
    inbox.deliver(mail, new Date(), id)
    simulateCrash()
  })
  expect(inbox.size).toBe(1)
  for (const _ of [1, 2]) await restart(createMailOptions().deliver)
  expect(inbox.list()).toMatchObject([{ kind: 'receipt', to: email }])
  inbox.clear()
  await restart(createMailOptions().deliver)
  expect(inbox.size).toBe(0)
  await account.close()
  account = await startStripeAccount()
  rmSync(folder, { recursive: true })
})

import type Stripe from 'stripe'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { buyerFields, daysToSeconds, startStripeAccount, submitForm } from '../../testing/stripeAccount.ts'
import { buy, catchStripeError, createOffer, createSession } from '../support/stripe.ts'

const account = await startStripeAccount()
const { stripe } = account
afterAll(() => account.close())
const { price } = await createOffer(stripe)
const { id: configuration } = await stripe.billingPortal.configurations.create({
  features: {
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update: { enabled: false },
  },
  metadata: { site: 'membership' },
})

let customer: string
let subscription: string
beforeEach(async () => {
  customer = (await stripe.customers.create({ email: 'member@example.com' })).id
  const session = await createSession(stripe, price, { customer })
  await buy(session)
  subscription = String((await stripe.checkout.sessions.retrieve(session.id)).subscription)
})

function createPortalSession(params: Partial<Stripe.BillingPortal.SessionCreateParams> = {}) {
  const return_url = 'http://localhost:3999/account'
  return stripe.billingPortal.sessions.create({ customer, configuration, return_url, ...params })
}

const fetchText = async (url: string) => (await fetch(url)).text()
const getSubscription = () => stripe.subscriptions.retrieve(subscription)

describe('a portal configuration', () => {
  test('is required for a portal session', async () => {
    const error = await catchStripeError(stripe.billingPortal.sessions.create({ customer }))
    expect(error.param).toBe('configuration')
  })
})

describe('the portal', () => {
  test("rejects cross-origin forms, other customers' subscriptions and unknown sessions", async () => {
    const { url } = await createPortalSession()
    const foreign = await fetch(`${url}/cancel/${subscription}`, {
      method: 'POST',
      headers: { origin: 'http://localhost:3999' },
    })
    expect(foreign.status).toBe(403)
    const otherCustomer = await stripe.customers.create({})
    const otherPortal = await createPortalSession({ customer: otherCustomer.id })
    expect((await submitForm(`${otherPortal.url}/cancel/${subscription}`, {})).status).toBe(404)
    expect((await fetch(`${account.origin}/p/session/bps_none`)).status).toBe(404)
    expect((await getSubscription()).cancel_at).toBeNull()
  })
})

test('pays a failed renewal on its invoice page', async () => {
  const { url } = await createPortalSession()
  await submitForm(`${url}/payment`, { ...buyerFields, number: '4000 0000 0000 0341' })
  account.billing.advance(daysToSeconds(32))
  expect((await getSubscription()).status).toBe('past_due')
  const [open] = (await stripe.invoices.list({ subscription, status: 'open' })).data
  const page = String(open?.hosted_invoice_url)
  expect((await submitForm(page, { ...buyerFields, number: '4000 0000 0000 0002' })).status).toBe(402)
  expect((await submitForm(page, buyerFields)).status).toBe(303)
  expect((await stripe.invoices.retrieve(String(open?.id))).status).toBe('paid')
  expect((await getSubscription()).status).toBe('active')
})

describe('the portal’s login page', () => {
  const mails: { to: string; text: string }[] = []

  test('emails a customer a link to the portal, and has a URL only while it is enabled', async () => {
    const accountWithMails = await startStripeAccount({
      deliverMail: ({ to, text }) => mails.push({ to, text }),
    })
    onTestFinished(() => accountWithMails.close())
    const { billingPortal, customers } = accountWithMails.stripe
    const created = await billingPortal.configurations.create({
      features: { invoice_history: { enabled: true } },
      login_page: { enabled: true },
    })
    const loginUrl = String(created.login_page.url)
    await customers.create({ email: 'member@example.com' })
    expect(await fetchText(loginUrl)).toContain('name="email"')
    expect((await submitForm(loginUrl, { email: 'unknown@example.com' })).status).toBe(200)
    expect(mails).toEqual([])
    expect((await submitForm(loginUrl, { email: 'Member@example.com' })).status).toBe(200)
    const [mail] = mails
    expect(mail?.to).toBe('Member@example.com')
    const link = /http\S+\/p\/session\/\S+/.exec(mail?.text ?? '')?.[0]
    expect((await fetch(String(link))).status).toBe(200)

    const withoutLogin = { login_page: { enabled: false } }
    const disabled = await billingPortal.configurations.update(created.id, withoutLogin)
    expect(disabled.login_page).toEqual({ enabled: false, url: null })
    expect((await fetch(loginUrl)).status).toBe(404)
  })
})

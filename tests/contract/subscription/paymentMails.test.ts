import { daysToSeconds } from 'local-cloud/testing/stripeAccount'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { User } from '@/lib/auth/server/requireUser'
import type { Mail } from '@/lib/mail'
import { sendMails } from '@/lib/membership/mail/dueMails'
import { reconcile } from '@/lib/membership/reconcile'
import { seedMailTexts } from '@/tests/support/seedMailTexts'
import { readMembershipIds, SITE, type Site, setUpSite, terms } from './support.ts'

vi.mock('@/lib/auth/server/clients', () => import('./accountsStub.ts'))

let site: Site
setUpSite((started) => {
  site = started
})

let sent: Mail[]
beforeEach(() => {
  sent = []
  site.billing.mailsFailedPayments = true
  site.billing.mail = { send: async (mail) => void sent.push(mail), texts: async () => seedMailTexts() }
})
afterEach(() => {
  site.billing.mail = undefined
})

const findMailsTo = (member: User) => sent.filter(({ to }) => to === member.email)
const formatDay = (seconds: number) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/Los_Angeles' }).format(
    seconds * 1000,
  )

describe('after a purchase', () => {
  test('a member gets one confirmation with the purchase, the link, the terms and the next payment, in this order', async () => {
    const member = await site.createMember()
    const { subscription, customer } = await readMembershipIds(site, member)
    const { created, items } = await site.stripe.subscriptions.retrieve(subscription)
    await sendMails(site.billing, { customer })
    await sendMails(site.billing)
    const [mail, ...more] = findMailsTo(member)
    expect(more).toEqual([])
    expect(mail?.subject).toBe("Your membership in Creator's Circle")
    const end = items.data[0]?.current_period_end ?? 0
    const positions = [
      `On ${formatDay(created)} you bought Creator's Circle, and $997 was charged.`,
      `See my membership: ${SITE}/sign-in?next=%2F`,
      'You pay $997 for 2 months, then $1,497 until you cancel.',
      `The next payment is $997, on ${formatDay(end)}.`,
      'Manage Subscription',
      'hello@creatorscircle.example',
    ].map((words) => mail?.text.indexOf(words) ?? -1)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(positions[0]).toBeGreaterThan(0)
  })

  test('a purchase that is older than a week gets no confirmation', async () => {
    const olderBuyer = site.createUser()
    site.billing.mail = undefined
    const { sessionId } = await site.checkout({ user: olderBuyer })
    await site.pay(sessionId)
    await site.deliverAll()
    site.account.billing.advance(daysToSeconds(8))
    await site.deliverAll()
    site.billing.mail = { send: async (mail) => void sent.push(mail), texts: async () => seedMailTexts() }
    await sendMails(site.billing)
    expect(findMailsTo(olderBuyer)).toEqual([])
  })
})

describe('a failed payment', () => {
  /** Creates a member whose card has failed at the first renewal. */
  async function createMemberInArrears(): Promise<User> {
    const member = await site.createMember()
    await sendMails(site.billing)
    const { customer } = await readMembershipIds(site, member)
    const method = await site.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await site.stripe.customers.update(customer, {
      invoice_settings: { default_payment_method: method.id },
    })
    const { subscription } = await readMembershipIds(site, member)
    await site.stripe.subscriptions.update(subscription, { default_payment_method: method.id })
    sent.length = 0
    site.account.billing.advance(daysToSeconds(31) + 7200)
    await site.deliverAll()
    return member
  }

  test('is mailed once, with the arrears and the page on which they are paid', async () => {
    const member = await createMemberInArrears()
    const { subscription } = await readMembershipIds(site, member)
    await reconcile(site.billing)
    const [invoice] = (await site.stripe.invoices.list({ subscription, status: 'open' })).data
    const [mail, ...more] = findMailsTo(member)
    expect(more).toEqual([])
    expect(mail?.subject).toBe("A payment for Creator's Circle failed")
    expect(mail?.text).toContain(
      `The payment of $997 for Creator's Circle, due on ${formatDay(invoice?.created ?? 0)}, failed.`,
    )
    expect(mail?.text).toContain(`Pay $997 now: ${invoice?.hosted_invoice_url}`)
    site.account.billing.advance(daysToSeconds(3))
    await site.deliverAll()
    await reconcile(site.billing)
    expect(findMailsTo(member)).toHaveLength(1)
  })

  test('that was paid before the mail is sent is not mailed', async () => {
    const member = await createMemberInArrears()
    const { subscription, customer } = await readMembershipIds(site, member)
    const [invoice] = (await site.stripe.invoices.list({ subscription, status: 'open' })).data
    const method = await site.stripe.paymentMethods.attach('pm_card_visa', { customer })
    await site.stripe.invoices.pay(String(invoice?.id), { payment_method: method.id })
    await sendMails(site.billing)
    expect(findMailsTo(member)).toEqual([])
  })

  test('is not mailed where Stripe is set to mail it', async () => {
    site.billing.mailsFailedPayments = false
    const member = await createMemberInArrears()
    await reconcile(site.billing)
    expect(findMailsTo(member)).toEqual([])
  })
})

test('the consent box in Checkout names the renewal terms and links the terms of service', async () => {
  const { sessionId } = await site.checkout({ user: site.createUser() })
  const { custom_text } = await site.stripe.checkout.sessions.retrieve(sessionId)
  const renewal = 'You pay $997 for 2 months, then $1,497 until you cancel.'
  expect(custom_text.terms_of_service_acceptance?.message).toBe(
    `I agree to the [Terms of Service](${SITE}/terms). ${renewal}`,
  )
  expect(custom_text.submit?.message).toBe(renewal)
})

test('a consent text beyond Stripe’s limit falls back to Stripe’s own', async () => {
  site.offer = { ...terms, renewalTerms: `{introPrice} {months} {regularPrice} ${'x'.repeat(1180)}` }
  const { sessionId } = await site.checkout({ user: site.createUser() })
  const { custom_text } = await site.stripe.checkout.sessions.retrieve(sessionId)
  expect(custom_text.terms_of_service_acceptance).toBeNull()
  site.offer = terms
})

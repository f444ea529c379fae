import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Mail } from '@/lib/mail'
import type { Buyer } from '@/lib/membership/checkout/checkout'
import { sendMails } from '@/lib/membership/mail/dueMails'
import { seedMailTexts } from '@/tests/support/seedMailTexts'
import { SITE, type Site, setUpSite } from './support.ts'

// `sendMails` also mails claim links, which the account service creates.
vi.mock('@/lib/auth/server/clients', () => import('./accountsStub.ts'))

let site: Site
setUpSite((started) => {
  site = started
})
let sent: Mail[]
beforeEach(() => {
  sent = []
  site.billing.mail = { send: async (mail) => void sent.push(mail), texts: async () => seedMailTexts() }
})
afterEach(() => {
  site.billing.mail = undefined
})

/** Buys, at any price, and delivers the webhooks. Advances the time, so that a later purchase counts as newer. */
async function buy(buyer: Buyer): Promise<void> {
  const { sessionId } = await site.checkout(buyer, { acceptsRegular: true })
  await site.pay(sessionId)
  await site.deliverAll()
  site.account.billing.advance(60)
}

const sendDueMails = () => sendMails(site.billing)
const findRefundMailsTo = (recipient: string) =>
  sent.filter(({ to, subject }) => to === recipient && subject.startsWith('Your second membership'))

test.each([
  ['a member', '/sign-in?next=%2F'],
  ['a guest', '/claim'],
])('a guest who buys with the email of %s gets one mail about the refund', async (firstBuyer, page) => {
  const user = site.createUser()
  const guest = { network: user.id, email: user.email }
  await buy(firstBuyer === 'a member' ? { user } : guest)
  await sendDueMails()
  sent.length = 0
  await buy(guest)
  expect(await sendDueMails()).toEqual({ sent: 1, failures: [] })
  await sendDueMails()
  const [mail, ...more] = findRefundMailsTo(user.email)
  expect(more).toEqual([])
  expect(mail?.subject).toBe("Your second membership in Creator's Circle was canceled")
  expect(mail?.text).toContain('gave back the $1,497')
  expect(mail?.text).toContain(`See my membership: ${SITE}${page}\n`)
})

test('no mail about a refund is sent before all refunds of the membership are settled', async () => {
  const user = site.createUser()
  await buy({ user })
  await buy({ network: user.id, email: user.email })
  const { sql } = site.billing.database
  const [row] = await sql<{ payment: string; subscription: string; customer: string }>(
    `select payment_intent as payment, stripe_subscription_id as subscription, stripe_customer_id as customer
       from refunds order by settled_at desc limit 1`,
  )
  await sql(
    `insert into refunds (payment_intent, stripe_customer_id, stripe_subscription_id, stripe_invoice_id)
       values ('pi_second', $1, $2, 'in_1')`,
    [row?.customer, row?.subscription],
  )
  await sendDueMails()
  expect(findRefundMailsTo(user.email)).toEqual([])
  await sql(`update refunds set settled_at = now(), outcome = 'unpaid' where payment_intent = 'pi_second'`)
  await sendDueMails()
  expect(findRefundMailsTo(user.email)).toHaveLength(1)
})

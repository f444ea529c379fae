import { buyerFields, daysToSeconds } from 'local-cloud/testing/stripeAccount'
import { expect, test, vi } from 'vitest'
import { listReceipts } from '@/lib/membership/receipts'
import { expectRefusal, failRenewal, monthSeconds, setUpSite } from './support.ts'

const site = await setUpSite()

const readReceipts = (member: Parameters<typeof listReceipts>[1]) => listReceipts(site.billing, member)

test('lists the payments of a member, newest first, each with its page on Stripe', async () => {
  const member = await site.createMember()
  await site.advance(monthSeconds)
  const receipts = await readReceipts(member)
  expect(receipts.map(({ amount, currency }) => [amount, currency])).toEqual([
    [99_700, 'usd'],
    [99_700, 'usd'],
  ])
  const [latest, earliest] = receipts
  expect(Date.parse(latest?.paid_at ?? '')).toBeGreaterThan(Date.parse(earliest?.paid_at ?? ''))
  for (const { id, url, name } of receipts) {
    expect(name).toBe(buyerFields.name)
    expect(await site.stripe.invoices.retrieve(id)).toMatchObject({ status: 'paid', hosted_invoice_url: url })
  }
})

test('never lists the payments of another member', async () => {
  const [ada, bob] = [await site.createMember(), await site.createMember()]
  const [adaReceipts, bobReceipts] = [await readReceipts(ada), await readReceipts(bob)]
  expect(adaReceipts).toHaveLength(1)
  expect(bobReceipts).toHaveLength(1)
  expect(bobReceipts.map(({ url }) => url)).not.toContain(adaReceipts[0]?.url)
  // A user with the email of another member.
  expect(await readReceipts({ ...site.createUser(), email: ada.email })).toEqual([])
})

test('lists nothing for a user without a customer, and sends no request to Stripe', async () => {
  const listSpy = vi.spyOn(site.billing.stripe.invoices, 'list')
  expect(await readReceipts(site.createUser())).toEqual([])
  expect(listSpy).not.toHaveBeenCalled()
})

test('does not list an open invoice', async () => {
  const { subscription, ...member } = await site.createMember()
  const receiptsBefore = await readReceipts(member)
  await failRenewal(site, subscription)
  expect(await readReceipts(member)).toEqual(receiptsBefore)
})

test('refuses a member with too many requests', async () => {
  const member = await site.createMember()
  await site.fillRateLimit('receipts', member.id, 30)
  await expectRefusal(readReceipts(member), '429 too_many_requests')
})

// Last, since it delivers none of its many events.
test('lists every payment, since former members have no other list', async () => {
  const member = await site.createMember()
  for (let month = 0; month < 25; month += 1) site.account.billing.advance(daysToSeconds(31))
  expect(await readReceipts(member)).toHaveLength(26)
})

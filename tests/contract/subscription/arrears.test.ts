import { daysToSeconds } from 'local-cloud/testing/stripeAccount'
import { beforeAll, describe, expect, test } from 'vitest'
import { openInvoice, openPortal } from '@/lib/membership/portal'
import { failRenewal, monthSeconds, readMembershipIds, setFailingCard, setUpSite } from './support.ts'

const site = await setUpSite({ endsMemberships: true })
beforeAll(async () => {
  // By default, Stripe would cancel the membership after the last attempt to charge it.
  await site.account.control({ dunningEnd: 'unpaid' })
})

/** Creates a member whose renewal has failed for so long that access has ended. */
async function createMemberInArrears() {
  const member = await site.createMember()
  const ids = await readMembershipIds(site, member)
  const { id: invoice } = await failRenewal(site, ids.subscription)
  await site.advance(daysToSeconds(16))
  expect(await site.check(member)).toMatchObject({ subscribed: false, past_due: true, manageable: true })
  return { member, invoice: String(invoice), ...ids }
}

test.each(['voided', 'written off', 'paid late'])('a renewal that is %s restores access', async (how) => {
  const { member, customer, invoice } = await createMemberInArrears()
  const { invoices, paymentMethods } = site.stripe
  if (how === 'voided') await invoices.voidInvoice(invoice)
  else if (how === 'written off') await invoices.markUncollectible(invoice)
  else {
    const { id } = await paymentMethods.attach('pm_card_visa', { customer })
    await invoices.pay(invoice, { payment_method: id })
  }
  await site.deliverAll()
  expect(await site.check(member)).toMatchObject({ subscribed: true, past_due: false, status: 'active' })
})

test('a member who pays no renewal has access in the first grace period only, although Stripe’s status stays past_due', async () => {
  await site.account.control({ dunningEnd: 'past_due' })
  const member = await site.createMember()
  await setFailingCard(site, (await readMembershipIds(site, member)).subscription)
  await site.advance(monthSeconds)
  expect(await site.check(member)).toMatchObject({ subscribed: true, past_due: true })
  await site.advance(daysToSeconds(20))
  const states: unknown[] = []
  for (let month = 0; month < 3; month += 1) {
    // Each time, the clock advances to a few days after a renewal.
    await site.advance(month === 0 ? daysToSeconds(13) : daysToSeconds(30))
    const { subscribed, status } = await site.check(member)
    states.push({ subscribed, status })
  }
  await site.account.control({ dunningEnd: 'unpaid' })
  expect(states).toEqual(Array(3).fill({ subscribed: false, status: 'past_due' }))
})

describe('a member in arrears without access who buys again', () => {
  const refusal = { status: 409, code: 'membership_unpaid' }

  test('is refused, and opens the invoice that is due', async () => {
    const { member, invoice } = await createMemberInArrears()
    const { hosted_invoice_url } = await site.stripe.invoices.retrieve(invoice)
    await expect(site.checkout({ user: member }, { acceptsRegular: true })).rejects.toMatchObject(refusal)
    expect(await openInvoice(site.billing, member)).toBe(hosted_invoice_url)
  })

  test('is refused, and opens the portal where no invoice is open', async () => {
    const { member, invoice, subscription } = await createMemberInArrears()
    site.account.billing.store
      .prepare("update objects set body = json_set(body, '$.status', 'void') where id = ?")
      .run(invoice)
    expect(await site.stripe.subscriptions.retrieve(subscription)).toMatchObject({ status: 'unpaid' })
    await expect(site.checkout({ user: member }, { acceptsRegular: true })).rejects.toMatchObject(refusal)
    await expect(openInvoice(site.billing, member)).rejects.toMatchObject({ code: 'nothing_due' })
    expect(await openPortal(site.billing, member)).toContain('/p/session/')
  })
})

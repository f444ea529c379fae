import { PASSWORD } from 'local-cloud/testing/authService'
import { daysToSeconds } from 'local-cloud/testing/stripeAccount'
import { expect, test } from 'vitest'
import { formatDay } from '@/lib/content/text/format'
import { alertUnopenedPurchases } from '@/lib/membership/mirror/accounts'
import { attachPurchase } from '@/lib/membership/ownership'
import { reconcile } from '@/lib/membership/reconcile'
import { buyAsGuest, openMailLink, setUpGuestSite } from './guestSite.ts'
import { createCoupon, recordMails, SITE } from './support.ts'

const guestSite = await setUpGuestSite()
const { site, accounts, lib } = guestSite

const { sent } = recordMails(site)

const findMailsTo = (recipient: string) => sent.filter(({ to }) => to === recipient)

const toDay = (seconds = 0) => formatDay(new Date(seconds * 1000))

test.each(['no account', 'an account'])(
  'a guest with %s gets the purchase, its price and dates by email, and has it after signing in with the link',
  async (account) => {
    const user = account === 'an account' ? await accounts.createUser() : undefined
    const email = user?.email ?? `guest.${Math.random()}@example.com`
    const customer = await buyAsGuest(guestSite, email)
    const [subscription] = (await site.stripe.subscriptions.list({ customer })).data
    expect(await lib.sendMails(site.billing, { customer })).toMatchObject({ sent: 1 })
    expect(await lib.sendMails(site.billing, { customer })).toMatchObject({ sent: 0 })
    expect(accounts.inbox.list({ to: email })).toEqual([])
    const [mail, ...more] = findMailsTo(email)
    expect(more).toEqual([])
    expect(mail?.subject).toContain("Creator's Circle")
    const end = subscription?.items.data[0]?.current_period_end
    for (const words of [
      `We charged $997 on ${toDay(subscription?.created)}.`,
      'You pay $997 for 2 months, then $1,497 until you cancel.',
      `The next payment is $997, on ${toDay(end)}.`,
      'Manage Subscription',
      `${SITE}/sign-in`,
      'hello@creatorscircle.example',
    ]) {
      expect(mail?.text).toContain(words)
      expect(mail?.html.replaceAll('&#39;', "'").replaceAll(/<\/?span[^>]*>/g, '')).toContain(words)
    }
    const owner = await openMailLink(guestSite, mail)
    if (user) {
      expect(owner.id).toBe(user.id)
      const signIn = await accounts.createClient().auth.signInWithPassword({ email, password: PASSWORD })
      expect(signIn.error).toBeNull()
    }
    expect(await attachPurchase(site.billing, owner)).toBe(true)
    expect(await attachPurchase(site.billing, owner)).toBe(false)
    await reconcile(site.billing)
    expect(await site.stripe.customers.retrieve(customer)).toMatchObject({ metadata: { user_id: owner.id } })
    expect(await site.check(owner, { isRefreshRequested: true })).toMatchObject({ subscribed: true })
  },
)

test('an email after a cancellation mentions no next payment', async () => {
  const email = 'canceled.early@example.com'
  const customer = await buyAsGuest(guestSite, email)
  const [subscription] = (await site.stripe.subscriptions.list({ customer })).data
  await site.stripe.subscriptions.update(String(subscription?.id), { cancel_at_period_end: true })
  await site.deliverAll()
  await lib.sendMails(site.billing, { customer })
  const [mail, ...more] = findMailsTo(email).filter(({ subject }) => subject.startsWith('Welcome'))
  expect(more).toEqual([])
  expect(mail?.text).toContain('We charged $997')
  expect(mail?.text).not.toContain('next payment')
})

test('a guest who has not signed in is reminded after 3 and 14 days, and after 30 the studio is alerted once', async () => {
  const [email, signedInEmail] = ['never.opens@example.com', 'opens@example.com']
  const customer = await buyAsGuest(guestSite, email)
  await buyAsGuest(guestSite, signedInEmail)
  await lib.sendMails(site.billing)
  await attachPurchase(site.billing, await openMailLink(guestSite, findMailsTo(signedInEmail)[0]))
  const findReminders = (recipient: string) =>
    findMailsTo(recipient).filter(({ subject }) => subject.includes('is waiting for you'))
  const counts: number[] = []
  for (const days of [2, 2, 9, 2, 16]) {
    await site.advance(daysToSeconds(days))
    await lib.sendMails(site.billing)
    counts.push(findReminders(email).length)
  }
  expect(counts).toEqual([0, 1, 1, 2, 2])
  expect(findReminders(signedInEmail)).toEqual([])
  for (let run = 0; run < 2; run += 1) await alertUnopenedPurchases(site.billing)
  const [subscription] = (await site.stripe.subscriptions.list({ customer })).data
  const alerts = await site.billing.database.sql(`select key from alerts where key = $1`, [
    `unopened-purchase ${subscription?.id}`,
  ])
  expect(alerts).toHaveLength(1)
  const user = await openMailLink(guestSite, findReminders(email)[1])
  expect(await attachPurchase(site.billing, user)).toBe(true)
})

test('a guest to whom the studio gives a membership is welcomed, with the link and without a charge', async () => {
  const email = 'comp@example.com'
  await buyAsGuest(guestSite, `before.${email}`)
  const [price] = (await site.stripe.prices.list({ lookup_keys: ['membership_monthly'] })).data
  const coupon = await createCoupon(site, 149_700, 12)
  const { id: customer } = await site.stripe.customers.create({ email })
  const method = await site.stripe.paymentMethods.attach('pm_card_visa', { customer })
  await site.stripe.subscriptions.create({
    customer,
    default_payment_method: method.id,
    items: [{ price: String(price?.id) }],
    discounts: [{ coupon }],
  })
  await site.deliverAll()
  expect(await lib.sendMails(site.billing, { customer })).toEqual({ sent: 1, failures: [] })
  const [mail, ...more] = findMailsTo(email)
  expect(more).toEqual([])
  expect(mail?.text).toContain("Your Creator's Circle membership is active, and nothing was charged.")
  const user = await openMailLink(guestSite, mail)
  await attachPurchase(site.billing, user)
  expect(await site.check(user)).toMatchObject({ subscribed: true })
})

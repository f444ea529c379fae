import { PASSWORD } from 'local-cloud/testing/authService'
import { daysToSeconds } from 'local-cloud/testing/stripeAccount'
import { expect, test, vi } from 'vitest'
import { skipPasswordStep } from '@/lib/auth/browser/emailLink'
import type { Mail } from '@/lib/mail'
import { alertUnopenedPurchases } from '@/lib/membership/mirror/accounts'
import { computeTermsVersion } from '@/lib/membership/offer/termsVersion'
import { attachPurchase } from '@/lib/membership/ownership'
import { reconcile } from '@/lib/membership/reconcile'
import { createApiRequest } from '../../support/apiRoutes.ts'
import { openMailLink, setUpGuestSite } from './guestSite.ts'
import { recordMails, toDay } from './mails.ts'
import { createCoupon, createPrice, SITE, subscribe } from './support.ts'

const guestSite = await setUpGuestSite()
const { site, accounts, lib } = guestSite

const { takeMailsTo, takeMailTo, failures } = recordMails(site)

vi.mock('@/lib/membership/context', async (importOriginal) => ({
  ...(await importOriginal<typeof import('@/lib/membership/context')>()),
  getBillingIfConfigured: async () => site.billing,
}))

const buyAsGuest = (email: string) => site.buy({ network: email, email })

test.each(['no account', 'an account that owns the email'])(
  'a guest with %s is emailed the price, the dates and a link that attaches the membership',
  async (account) => {
    const user = account === 'no account' ? undefined : await accounts.createUser()
    const email = user?.email ?? `guest.${Math.random()}@example.com`
    if (user) {
      const { admin } = accounts.createAdminClient().auth
      await admin.updateUserById(user.id, { app_metadata: { verified_email: email } })
    }
    const { customer, subscription } = await buyAsGuest(email)
    const { created, items } = await site.stripe.subscriptions.retrieve(subscription)
    expect(await lib.sendMails(site.billing, { customer })).toMatchObject({ sent: 1 })
    expect(await lib.sendMails(site.billing, { customer })).toMatchObject({ sent: 0 })
    expect(accounts.inbox.list({ to: email })).toEqual([])
    const mail = takeMailTo({ email })
    expect(mail.subject).toContain("Creator's Circle")
    for (const words of [
      `We charged $997 on ${toDay(created)}.`,
      'You pay $997 for 2 months, then $1,497 until you cancel.',
      `The next payment is $997, on ${toDay(items.data[0]?.current_period_end)}.`,
      'Manage Subscription',
      `${SITE}/sign-in`,
      'hello@creatorscircle.example',
    ]) {
      expect(mail.text).toContain(words)
      expect(mail.html.replaceAll('&#39;', "'").replaceAll(/<\/?span[^>]*>/g, '')).toContain(words)
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

test('a guest whose membership ended before it was opened is emailed a sign-in link', async () => {
  const email = 'ended.unopened@example.com'
  const { customer, subscription } = await buyAsGuest(email)
  await lib.sendMails(site.billing, { customer })
  await site.stripe.subscriptions.cancel(subscription)
  await site.deliverAll()
  takeMailsTo({ email })
  await requestAgain.buys?.(email)
  const mail = await vi.waitFor(() => takeMailTo({ email }))
  expect(mail.subject).toBe('Your sign-in link')
  expect(mail.text).toContain(
    "Someone entered your email to buy Creator's Circle. It was used for an earlier purchase, or a payment is still processing.",
  )
  expect(accounts.inbox.list({ to: email })).toEqual([])
  expect(mail.text).toContain(encodeURIComponent(`${SITE}/services?password=later#offer`))
})

/** Two ways to request another link to a purchase. */
const requestAgain: Record<string, (email: string) => Promise<unknown>> = {
  buys: (email) => {
    const request = { offerVersion: computeTermsVersion(site.offer), acceptsRegular: false }
    const purchase = lib.createCheckout(site.billing, { network: 'again', email }, request)
    return expect(purchase).rejects.toMatchObject({ code: 'sign_in_required' })
  },
  asks: async (email) => {
    const { POST } = await import('@/app/api/auth/sign-in-link/route')
    const body = { email, next: skipPasswordStep(`${SITE}/account`) }
    expect((await POST(createApiRequest('auth/sign-in-link', body))).status).toBe(200)
  },
}

test.each(Object.keys(requestAgain))(
  'a guest who %s again receives only another welcome email, with a working link',
  async (action) => {
    const email = `${action}.again@example.com`
    const { customer } = await buyAsGuest(email)
    await lib.sendMails(site.billing, { customer })
    const { subject } = takeMailTo({ email })
    await requestAgain[action]?.(email.toUpperCase())
    const mail = await vi.waitFor(() => takeMailTo({ email }))
    expect(mail.subject).toBe(subject)
    expect(accounts.inbox.list({ to: email })).toEqual([])
    expect(await attachPurchase(site.billing, await openMailLink(guestSite, mail))).toBe(true)
  },
)

test('a guest whose welcome emails failed gets one at the next request, without a delay', async () => {
  const email = 'mail.outage@example.com'
  const { customer } = await buyAsGuest(email)
  failures.push(new Error('The mail server is down.'), new Error('The mail server is down.'))
  await lib.sendMails(site.billing, { customer })
  const request = () =>
    lib.mailBuyer(site.billing, email, () => Promise.reject(new Error('This is a guest.')))
  await request()
  expect(takeMailsTo({ email })).toEqual([])
  await request()
  expect(takeMailTo({ email }).subject).toMatch(/^Welcome/)
})

test('a welcome email that is sent after a cancellation mentions no next payment', async () => {
  const email = 'canceled.early@example.com'
  const { customer, subscription } = await buyAsGuest(email)
  await site.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
  await site.deliverAll()
  await lib.sendMails(site.billing, { customer })
  const [mail, ...more] = takeMailsTo({ email }).filter(({ subject }) => subject.startsWith('Welcome'))
  expect(more).toEqual([])
  expect(mail?.text).toContain('We charged $997')
  expect(mail?.text).not.toContain('next payment')
})

const isReminder = ({ subject }: Mail) => subject.includes('is waiting for you')

test('a guest who never signs in is reminded after 3 and 14 days; the studio is alerted after 30', async () => {
  const [email, signedInEmail] = ['never.opens@example.com', 'opens@example.com']
  const { subscription } = await buyAsGuest(email)
  await buyAsGuest(signedInEmail)
  await lib.sendMails(site.billing)
  takeMailTo({ email })
  await attachPurchase(site.billing, await openMailLink(guestSite, takeMailTo({ email: signedInEmail })))
  const reminders: Mail[][] = []
  for (const days of [2, 2, 9, 2, 16]) {
    await site.advance(daysToSeconds(days))
    await lib.sendMails(site.billing)
    reminders.push(takeMailsTo({ email }).filter(isReminder))
  }
  expect(reminders.map(({ length }) => length)).toEqual([0, 1, 0, 1, 0])
  expect(takeMailsTo({ email: signedInEmail }).filter(isReminder)).toEqual([])
  for (let run = 0; run < 2; run += 1) await alertUnopenedPurchases(site.billing)
  const alerts = await site.sql('select from alerts where key = $1', [`unopened-purchase ${subscription}`])
  expect(alerts).toHaveLength(1)
  expect(await attachPurchase(site.billing, await openMailLink(guestSite, reminders[3]?.[0]))).toBe(true)
})

test('a guest with a complimentary membership is emailed the link, and told that nothing was charged', async () => {
  const email = 'comp@example.com'
  await buyAsGuest(`before.${email}`)
  const { id: customer } = await site.stripe.customers.create({ email })
  const coupon = await createCoupon(site, 149_700, 12)
  await subscribe(site, customer, await createPrice(site, 149_700), coupon)
  await site.deliverAll()
  expect(await lib.sendMails(site.billing, { customer })).toEqual({ sent: 1, failures: [] })
  const mail = takeMailTo({ email })
  expect(mail.text).toContain("Your Creator's Circle membership is active, and nothing was charged.")
  const user = await openMailLink(guestSite, mail)
  await attachPurchase(site.billing, user)
  expect(await site.check(user)).toMatchObject({ subscribed: true })
})

import { expect, test } from 'vitest'
import { endMembershipFor } from '@/lib/membership/deleteAccount'
import { attachPurchase } from '@/lib/membership/ownership'
import { openMailLink, setUpGuestSite } from './guestSite.ts'
import { recordMails } from './mails.ts'
import { observeTransactions, payBeforeExpiry } from './support.ts'

const guestSite = await setUpGuestSite()
const { site, accounts, lib } = guestSite

const buy = (email: string) => site.buy({ network: email, email })
const { takeMailTo } = recordMails(site)

/** Signs in with the link in the email that a buyer received. */
async function signInByMail(email: string) {
  await lib.sendMails(site.billing)
  return openMailLink(guestSite, takeMailTo({ email }))
}

test('a stranger who signed up with the buyer’s email before the purchase never gets access', async () => {
  const email = 'victim@example.com'
  const stranger = accounts.createClient()
  await stranger.auth.signUp({ email, password: 'what the stranger typed' })
  await buy(email)
  const user = await signInByMail(email)
  await attachPurchase(site.billing, user)
  expect(await site.check(user)).toMatchObject({ subscribed: true })
  const { error } = await stranger.auth.signInWithPassword({ email, password: 'what the stranger typed' })
  expect(error).not.toBeNull()
})

test('a purchase does not belong to an account with a different email', async () => {
  await buy('buyer@example.com')
  const { id, email } = await accounts.createUser()
  expect(await attachPurchase(site.billing, { id, email })).toBe(false)
  expect(await site.check({ id, email })).toMatchObject({ subscribed: false })
})

test('once an email is corrected in Stripe, only the corrected email’s owner can attach the purchase', async () => {
  const [wrongEmail, rightEmail] = ['mistyped@example.com', 'typed.right@example.com']
  const { customer } = await buy(wrongEmail)
  const stranger = await signInByMail(wrongEmail)
  await site.stripe.customers.update(customer, { email: rightEmail })
  expect(await attachPurchase(site.billing, stranger)).toBe(false)
  await site.deliverAll()
  const owner = await signInByMail(rightEmail)
  expect(await attachPurchase(site.billing, owner)).toBe(true)
  expect(await site.check(owner)).toMatchObject({ subscribed: true })
  expect(await attachPurchase(site.billing, stranger)).toBe(false)
})

test('concurrent calls attach a purchase once', async () => {
  const { id, email } = await accounts.createUser()
  await buy(email)
  const results = await Promise.all([1, 2, 3].map(() => attachPurchase(site.billing, { id, email })))
  expect(results.filter(Boolean)).toHaveLength(1)
  expect(await site.check({ id, email })).toMatchObject({ subscribed: true })
})

test('an interrupted attachment changes nothing, and the next call completes it', async () => {
  const { id, email } = await accounts.createUser()
  const { customer } = await buy(email)
  const transactionSpy = observeTransactions(site, () => (text) => {
    if (text.startsWith('update subscriptions set user_id = $1')) throw new Error('away')
  })
  await expect(attachPurchase(site.billing, { id, email })).rejects.toThrow('away')
  transactionSpy.mockRestore()
  const rows = await site.sql('select user_id from customers where stripe_customer_id = $1', [customer])
  expect(rows).toEqual([{ user_id: null }])
  expect(await attachPurchase(site.billing, { id, email })).toBe(true)
})

test('a purchase is not attached to an account that was deleted in the meantime', async () => {
  const { id, email } = await accounts.createUser()
  await buy(email)
  await accounts.createAdminClient().auth.admin.deleteUser(id)
  expect(await attachPurchase(site.billing, { id, email })).toBe(false)
})

test('a membership whose account was deleted in Supabase belongs to the next account with its email', async () => {
  const { id, email } = await accounts.createUser()
  await site.buy({ user: { id, email } })
  const { admin } = accounts.createAdminClient().auth
  await admin.deleteUser(id)
  const { data } = await admin.createUser({ email, email_confirm: true })
  const owner = { id: String(data.user?.id), email }
  expect(await attachPurchase(site.billing, owner)).toBe(true)
  expect(await site.check(owner)).toMatchObject({ subscribed: true })
  await expect(site.checkout({ user: owner })).rejects.toMatchObject({ code: 'already_subscribed' })
})

test('a purchase replaces an unpaid checkout’s customer, even if that customer was deleted in Stripe', async () => {
  for (const isDeleted of [false, true]) {
    const { id, email } = await accounts.createUser()
    const { sessionId } = await site.checkout({ user: { id, email } })
    const former = String((await site.stripe.checkout.sessions.retrieve(sessionId)).customer)
    if (isDeleted) await site.stripe.customers.del(former)
    await buy(email)
    expect(await attachPurchase(site.billing, { id, email })).toBe(true)
    expect(await site.check({ id, email })).toMatchObject({ subscribed: true })
  }
})

test('an ended membership is attached to an account without a customer', async () => {
  const { id, email } = await accounts.createUser()
  await site.stripe.subscriptions.cancel((await buy(email)).subscription)
  await site.deliverAll()
  expect(await attachPurchase(site.billing, { id, email })).toBe(true)
  expect(await site.check({ id, email })).toMatchObject({ subscribed: false, intro_used: true })
  await expect(site.checkout({ user: { id, email } })).rejects.toMatchObject({ code: 'intro_used' })
})

test('a user’s own membership stays attached despite a guest’s membership with the same email', async () => {
  const member = await accounts.createUser()
  const { sessionId } = await site.checkout({ user: member })
  payBeforeExpiry(site)
  await buy(member.email)
  await site.deliverAll()
  expect(await attachPurchase(site.billing, member)).toBe(false)
  const { customer } = await site.stripe.checkout.sessions.retrieve(sessionId)
  const rows = await site.sql('select stripe_customer_id as id from customers where user_id = $1', [
    member.id,
  ])
  expect(rows).toEqual([{ id: customer }])
})

test('a guest’s purchase cannot be attached to another account after its first account was deleted', async () => {
  const { id, email } = await accounts.createUser()
  await buy(email)
  await attachPurchase(site.billing, { id, email })
  await endMembershipFor({ id, email }, site.billing)
  const { data } = await accounts.createAdminClient().auth.admin.createUser({
    email: `again.${email}`,
    email_confirm: true,
  })
  expect(await attachPurchase(site.billing, { id: String(data.user?.id), email })).toBe(false)
})

test('checkouts and attachments prevent deadlocks by locking customers before subscriptions', async () => {
  const transactions: string[][] = []
  observeTransactions(site, () => {
    const tables: string[] = []
    transactions.push(tables)
    return (text) => {
      const [, table] = /^\s*(?:update|insert into) (customers|subscriptions)\b/.exec(text) ?? []
      if (table) tables.push(table)
    }
  })
  const { id, email } = await accounts.createUser()
  const { sessionId } = await site.checkout({ user: { id, email } })
  await site.stripe.customers.del(String((await site.stripe.checkout.sessions.retrieve(sessionId)).customer))
  await site.checkout({ user: { id, email } })
  await buy(email)
  await attachPurchase(site.billing, { id, email })
  const lockingBoth = transactions.filter((tables) => new Set(tables).size === 2)
  expect(lockingBoth.length).toBeGreaterThan(2)
  expect(lockingBoth.filter(([firstTable]) => firstTable !== 'customers')).toEqual([])
})

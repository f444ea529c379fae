import { type AuthService, PASSWORD, requireSession } from 'local-cloud/testing/authService'
import { describe, expect, test, vi } from 'vitest'
import { isProvedByEmail } from '@/lib/membership/claims/claim'
import { reconcile } from '@/lib/membership/reconcile'
import { buyAsGuest, type GuestSite, openEmailLink, setUpGuestSite } from './guestSite.ts'
import { payBeforeExpiry, type Site } from './support.ts'

let guestSite: GuestSite
let site: Site
let accounts: AuthService
let lib: GuestSite['lib']
setUpGuestSite((started) => {
  guestSite = started
  ;({ site, accounts, lib } = started)
})

const buyMembership = (email: string) => buyAsGuest(guestSite, email)

const getNonce = (link: unknown) =>
  /claim%3D([0-9a-f]+)|claim=([0-9a-f]+)/.exec(String(link))?.slice(1).join('') ?? ''

/** Opens the latest link in a mailbox. Returns the client and the claimant. */
async function openLatestLink(email: string) {
  const { details } = accounts.readLatestMail(email)
  const type = details?.type === 'invite' ? 'invite' : 'recovery'
  return openEmailLink(
    guestSite,
    email,
    { email, token: String(details?.code), type },
    getNonce(details?.link),
  )
}

describe('the purchase of a guest', () => {
  test('is attached to a new account when it is claimed with its mailed link, and not before', async () => {
    const email = 'guest.new@example.com'
    const customer = await buyMembership(email)
    await lib.sendMails(site.billing, { customer })
    await lib.sendMails(site.billing, { customer })
    expect(accounts.inbox.list({ to: email })).toHaveLength(1)
    const { claimant } = await openLatestLink(email)
    expect(await site.check(claimant.user, { isRefreshRequested: true })).toMatchObject({ subscribed: false })

    await lib.claimMembership(site.billing, claimant, 'a new and long password')
    expect(await site.check(claimant.user)).toMatchObject({ subscribed: true })
    expect(await site.stripe.customers.retrieve(customer)).toMatchObject({
      metadata: { user_id: claimant.user.id },
    })
    await expect(lib.claimMembership(site.billing, claimant, 'another password')).rejects.toMatchObject({
      status: 404,
      code: 'no_claim',
    })
  })

  test('ends sessions with the old password of the account when it is claimed, and requires a new password', async () => {
    const email = 'victim@example.com'
    const { client: intruderClient } = await accounts.createUser(email)
    const customer = await buyMembership(email)
    await lib.sendMails(site.billing, { customer })
    const { claimant } = await openLatestLink(email)
    await expect(lib.claimMembership(site.billing, claimant, PASSWORD)).rejects.toMatchObject({
      code: 'same_password',
    })
    await lib.claimMembership(site.billing, claimant, 'only the owner knows this')
    expect((await intruderClient.auth.refreshSession()).error).not.toBeNull()
    expect(
      (await accounts.createClient().auth.signInWithPassword({ email, password: PASSWORD })).error,
    ).not.toBeNull()
    expect(await site.check(claimant.user)).toMatchObject({ subscribed: true })
  })

  test('is not attached to an account with another email', async () => {
    await buyMembership('buyer@example.com')
    const { id, email, client } = await accounts.createUser()
    const { access_token: accessToken } = await requireSession(client)
    await expect(
      lib.claimMembership(site.billing, { user: { id, email }, accessToken, nonce: '' }, 'a new password'),
    ).rejects.toMatchObject({ code: 'no_claim' })
    expect(
      (await accounts.createClient().auth.signInWithPassword({ email, password: PASSWORD })).error,
    ).toBeNull()
  })

  test('is refunded when a member with the same email has an older membership, which stays', async () => {
    const { id, email, client } = await accounts.createUser()
    const member = { id, email }
    const { sessionId } = await site.checkout({ user: member })
    await site.pay(sessionId)
    // Two purchases within the same second would have the same age.
    site.account.billing.advance(1)
    const guest = await buyMembership(email)
    const { access_token: accessToken } = await requireSession(client)
    await lib
      .claimMembership(site.billing, { user: member, accessToken, nonce: '' }, 'a new password')
      .catch((error: Error) => expect(error.message).toBe('no_claim'))
    const { data } = await site.stripe.subscriptions.list({ customer: guest, status: 'all' })
    expect(data.map(({ status }) => status)).toEqual(['canceled'])
    const charges = await site.stripe.charges.list({ customer: guest })
    expect(charges.data).toMatchObject([{ amount_refunded: 99_700 }])
    expect(await site.check(member, { isRefreshRequested: true })).toMatchObject({ subscribed: true })
  })

  test('blocks another purchase of a user with the same email', async () => {
    const { id, email } = await accounts.createUser()
    await buyMembership(email)
    await expect(site.checkout({ user: { id, email } })).rejects.toMatchObject({ code: 'claim_waiting' })
  })
})

describe('a claim', () => {
  test('belongs to an email that was corrected at Stripe: the first link is invalid, and the new email gets another', async () => {
    const [wrongEmail, rightEmail] = ['mistyped@example.com', 'typed.right@example.com']
    const customer = await buyMembership(wrongEmail)
    await lib.sendMails(site.billing, { customer })
    const { claimant: strangerClaimant } = await openLatestLink(wrongEmail)
    await site.stripe.customers.update(customer, { email: rightEmail })
    await site.deliverAll()
    await lib.sendMails(site.billing, { customer })
    await expect(
      lib.claimMembership(site.billing, strangerClaimant, 'a new and long password'),
    ).rejects.toMatchObject({ code: 'no_claim' })
    expect(accounts.inbox.list({ to: rightEmail })).toHaveLength(1)
    const { claimant } = await openLatestLink(rightEmail)
    expect(claimant.nonce).not.toBe(strangerClaimant.nonce)
    await lib.claimMembership(site.billing, claimant, 'a new and long password')
    expect(await site.check(claimant.user)).toMatchObject({ subscribed: true })
  })

  test('is refused to a session of the right email without the nonce of the mailed link', async () => {
    const email = 'another.link@example.com'
    const customer = await buyMembership(email)
    await lib.sendMails(site.billing, { customer })
    const { claimant } = await openLatestLink(email)
    await expect(
      lib.claimMembership(site.billing, { ...claimant, nonce: 'f'.repeat(32) }, 'a new and long password'),
    ).rejects.toMatchObject({ status: 403, code: 'reauthentication_needed' })
    await lib.claimMembership(site.billing, claimant, 'a new and long password')
  })

  test.each(['Stripe', 'the last step'])(
    'that is interrupted by an error of %s is finished by claiming again',
    async (interruption) => {
      const email = `interrupted${Math.random()}@example.com`
      const customer = await buyMembership(email)
      await lib.sendMails(site.billing, { customer })
      const { claimant } = await openLatestLink(email)
      const { stripe, database } = site.billing
      const original = database.sql
      const failingSpy =
        interruption === 'Stripe'
          ? vi.spyOn(stripe.customers, 'update').mockRejectedValueOnce(new Error('away'))
          : vi.spyOn(database, 'sql').mockImplementation((text, values) => {
              if (text.includes('claimed_at = now()')) throw new Error('away')
              return original(text, values)
            })
      await expect(lib.claimMembership(site.billing, claimant, 'a new and long password')).rejects.toThrow(
        'away',
      )
      failingSpy.mockRestore()
      await lib.claimMembership(site.billing, claimant, 'a new and long password')
      expect(await site.check(claimant.user)).toMatchObject({ subscribed: true })
      await expect(
        lib.claimMembership(site.billing, claimant, 'a new and long password'),
      ).rejects.toMatchObject({
        code: 'no_claim',
      })
    },
  )

  test('is completed by the reconciliation after an interruption before the mirror is written', async () => {
    const email = 'broken.before.mirror@example.com'
    await reconcile(site.billing)
    const customer = await buyMembership(email)
    await lib.sendMails(site.billing, { customer })
    const { claimant } = await openLatestLink(email)
    const { stripe, database } = site.billing
    const { update } = stripe.customers
    const { transaction } = database
    const updateSpy = vi.spyOn(stripe.customers, 'update').mockImplementationOnce(async (...args) => {
      const result = await update.apply(stripe.customers, args)
      await site.deliverAll()
      // The first transaction from here on assigns the customer to the user, the second one writes the mirror.
      vi.spyOn(database, 'transaction')
        .mockImplementationOnce(transaction)
        .mockRejectedValueOnce(new Error('away'))
      return result
    })
    await expect(lib.claimMembership(site.billing, claimant, 'a new and long password')).rejects.toThrow(
      'away',
    )
    updateSpy.mockRestore()
    vi.mocked(database.transaction).mockRestore()
    await reconcile(site.billing)
    expect(await site.check(claimant.user)).toMatchObject({ subscribed: true })
  })

  test('retains the membership of the account, although the guest bought first', async () => {
    const member = await accounts.createUser()
    const { sessionId } = await site.checkout({ user: member })
    payBeforeExpiry(site)
    const customer = await buyMembership(member.email)
    await lib.sendMails(site.billing, { customer })
    const { claimant } = await openLatestLink(member.email)
    await lib.claimMembership(site.billing, claimant, 'a new and long password')
    const { customer: memberCustomer } = await site.stripe.checkout.sessions.retrieve(sessionId)
    const listStatuses = async (id: string) =>
      (await site.stripe.subscriptions.list({ customer: id, status: 'all' })).data.map(({ status }) => status)
    expect([await listStatuses(String(memberCustomer)), await listStatuses(customer)]).toEqual([
      ['active'],
      ['canceled'],
    ])
    expect(await site.check(claimant.user)).toMatchObject({ subscribed: true })
  })

  test('of an ended membership is finished although the former customer was deleted at Stripe', async () => {
    const { id, email } = await accounts.createUser()
    const { sessionId } = await site.checkout({ user: { id, email } })
    const formerCustomer = (await site.stripe.checkout.sessions.retrieve(sessionId)).customer
    await site.stripe.customers.del(String(formerCustomer))
    const customer = await buyMembership(email)
    await lib.sendMails(site.billing, { customer })
    const [membership] = (await site.stripe.subscriptions.list({ customer })).data
    await site.stripe.subscriptions.cancel(String(membership?.id))
    const { claimant } = await openLatestLink(email)
    await lib.claimMembership(site.billing, claimant, 'a new and long password')
    expect(await site.check({ id, email })).toMatchObject({ subscribed: false, status: 'canceled' })
  })
})

test('transactions of checkouts and claims lock customers before subscriptions, which prevents deadlocks', async () => {
  const { database } = site.billing
  const original = database.transaction
  const transactions: string[][] = []
  const transactionSpy = vi.spyOn(database, 'transaction').mockImplementation((work) =>
    original((sql) => {
      const tables: string[] = []
      transactions.push(tables)
      return work((text, values) => {
        const [, table] = /^\s*(?:update|insert into) (customers|subscriptions)\b/.exec(text) ?? []
        if (table) tables.push(table)
        return sql(text, values)
      })
    }),
  )
  const { id, email } = await accounts.createUser()
  const { sessionId } = await site.checkout({ user: { id, email } })
  await site.stripe.customers.del(String((await site.stripe.checkout.sessions.retrieve(sessionId)).customer))
  await site.checkout({ user: { id, email } })
  await lib.sendMails(site.billing, { customer: await buyMembership(email) })
  await lib.claimMembership(site.billing, (await openLatestLink(email)).claimant, 'a new and long password')
  transactionSpy.mockRestore()
  const lockingBoth = transactions.filter((tables) => new Set(tables).size === 2)
  expect(lockingBoth.length).toBeGreaterThan(2)
  expect(lockingBoth.filter(([firstTable]) => firstTable !== 'customers')).toEqual([])
})

describe('isProvedByEmail', () => {
  const nowSeconds = 1_800_000_000
  test.each([
    ['recovery', nowSeconds - 60, true],
    ['otp', nowSeconds - 1700, true],
    ['invite', nowSeconds - 60, true],
    ['recovery', nowSeconds - 1900, false],
    ['password', nowSeconds - 1, false],
    ['totp', nowSeconds - 1, false],
  ])('returns for %s at %i: %s', (method, timestamp, expected) => {
    expect(isProvedByEmail([{ method, timestamp }], nowSeconds)).toBe(expected)
  })
})

import { PASSWORD, requireSession, type Service } from 'local-cloud/testing/authService'
import { describe, expect, test, vi } from 'vitest'
import { isProvedByEmail } from '@/lib/membership/claims/claim'
import { reconcile } from '@/lib/membership/reconcile'
import { buyAsGuest as buys, type GuestSite, openEmailLink, setUpGuestSite } from './guestSite.ts'
import { payBeforeExpiry, type Site, skipMailRetryDelays } from './support.ts'

let parts: GuestSite
let site: Site
let accounts: Service
let lib: GuestSite['lib']
setUpGuestSite((started) => {
  parts = started
  ;({ site, accounts, lib } = started)
})

const buyAsGuest = (email: string) => buys(parts, email)

/** Requests a claim link by email. Returns the response, and a promise that resolves after the email is sent. */
async function requestByEmail(
  email: string,
  sender = 'any network',
): Promise<{ response: string; mailing: Promise<unknown> }> {
  const goingOn: Promise<unknown>[] = []
  const requesting = lib.withDeadline(
    60_000,
    () => lib.mailClaimByEmail(site.billing, email, sender),
    (work) => goingOn.push(work),
  )
  const result = await requesting.then(
    () => 'sent',
    ({ code }: { code: string }) => code,
  )
  return { response: result, mailing: Promise.all(goingOn) }
}

const getNonce = (link: unknown) =>
  /claim%3D([0-9a-f]+)|claim=([0-9a-f]+)/.exec(String(link))?.slice(1).join('') ?? ''

/** Opens the latest link in a mailbox. */
async function openMail(email: string) {
  const { details } = accounts.mail(email)
  const type = details?.type === 'invite' ? 'invite' : 'recovery'
  return openEmailLink(parts, email, { email, token: String(details?.code), type }, getNonce(details?.link))
}

describe('the purchase of a guest', () => {
  test('is attached to a new account by the link in the mail, and not before', async () => {
    const email = 'guest.new@example.com'
    const customer = await buyAsGuest(email)
    await lib.sendMails(site.billing, { customer })
    await lib.sendMails(site.billing, { customer })
    expect(accounts.inbox.list({ to: email })).toHaveLength(1)
    const { claimant } = await openMail(email)
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

  test('ends sessions with the old password of the account', async () => {
    const email = 'victim@example.com'
    const { client: intruder } = await accounts.user(email)
    const customer = await buyAsGuest(email)
    await lib.sendMails(site.billing, { customer })
    const { claimant } = await openMail(email)
    await expect(lib.claimMembership(site.billing, claimant, PASSWORD)).rejects.toMatchObject({
      code: 'same_password',
    })
    await lib.claimMembership(site.billing, claimant, 'only the owner knows this')
    expect((await intruder.auth.refreshSession()).error).not.toBeNull()
    expect(
      (await accounts.client().auth.signInWithPassword({ email, password: PASSWORD })).error,
    ).not.toBeNull()
    expect(await site.check(claimant.user)).toMatchObject({ subscribed: true })
  })

  test('is not attached with another email', async () => {
    await buyAsGuest('somebody@example.com')
    const { id, email, client } = await accounts.user()
    const { access_token: accessToken } = await requireSession(client)
    await expect(
      lib.claimMembership(site.billing, { user: { id, email }, accessToken, nonce: '' }, 'a new password'),
    ).rejects.toMatchObject({ code: 'no_claim' })
    expect((await accounts.client().auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull()
  })

  test('is refunded when a member has an older one, which stays', async () => {
    const { id, email, client } = await accounts.user()
    const member = { id, email }
    const { sessionId } = await site.checkout({ user: member })
    await site.pay(sessionId)
    // Two purchases within the same second would have the same age.
    site.account.billing.advance(1)
    const guest = await buyAsGuest(email)
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

  test('blocks another purchase of a member with the same email', async () => {
    const { id, email } = await accounts.user()
    await buyAsGuest(email)
    await expect(site.checkout({ user: { id, email } })).rejects.toMatchObject({ code: 'claim_waiting' })
  })

  test('is mailed again on request, and by the reconciliation after a failure', async () => {
    const email = 'late.mail@example.com'
    const customer = await buyAsGuest(email)
    accounts.faults.push({ status: 503 })
    await lib.sendMails(site.billing, { customer })
    expect(accounts.inbox.list({ to: email })).toHaveLength(0)
    await lib.sendMails(site.billing, { customer })
    expect(accounts.inbox.list({ to: email })).toHaveLength(0)
    await skipMailRetryDelays(site)
    await lib.sendMails(site.billing, { customer })
    expect(accounts.inbox.list({ to: email })).toHaveLength(1)
    await lib.resendClaimMail(site.billing, customer, 'a network')
    expect(accounts.inbox.list({ to: email })).toHaveLength(2)
    for (let count = 0; count < 4; count += 1) {
      await lib.resendClaimMail(site.billing, customer, `network ${count}`).catch(() => {})
    }
    await expect(lib.resendClaimMail(site.billing, customer, 'another network')).rejects.toMatchObject({
      code: 'too_many_requests',
    })
  })
})

describe('a claim', () => {
  test('follows an email that is corrected at Stripe: the first link becomes invalid, and the new email gets one', async () => {
    const [wrong, right] = ['mistyped@example.com', 'typed.right@example.com']
    const customer = await buyAsGuest(wrong)
    await lib.sendMails(site.billing, { customer })
    const stranger = await openMail(wrong)
    await site.stripe.customers.update(customer, { email: right })
    await site.deliverAll()
    await lib.sendMails(site.billing, { customer })
    await expect(
      lib.claimMembership(site.billing, stranger.claimant, 'a new and long password'),
    ).rejects.toMatchObject({ code: 'no_claim' })
    expect(accounts.inbox.list({ to: right })).toHaveLength(1)
    const { claimant } = await openMail(right)
    expect(claimant.nonce).not.toBe(stranger.claimant.nonce)
    await lib.claimMembership(site.billing, claimant, 'a new and long password')
    expect(await site.check(claimant.user)).toMatchObject({ subscribed: true })
  })

  test.each(['a new account', 'an account'])(
    'is mailed to %s while the account service requires a CAPTCHA',
    async (who) => {
      const email = `captcha.${who.replace(/ /g, '.')}@example.com`
      if (who === 'an account') await accounts.user(email)
      const customer = await buyAsGuest(email)
      accounts.configure({ captcha: true, captchaSecret: '1x0000000000000000000000000000000AA' })
      await lib.sendMails(site.billing, { customer })
      accounts.configure({ captcha: false })
      expect(accounts.inbox.list({ to: email })).toHaveLength(1)
    },
  )

  test('is mailed once by three concurrent webhooks', async () => {
    const email = 'three.webhooks@example.com'
    const customer = await buyAsGuest(email)
    await Promise.all([1, 2, 3].map(() => lib.sendMails(site.billing, { customer })))
    expect(accounts.inbox.list({ to: email })).toHaveLength(1)
  })

  test('is mailed after an interruption of the mailing', async () => {
    const email = 'interrupted.mail@example.com'
    const customer = await buyAsGuest(email)
    const { database } = site.billing
    const original = database.sql
    const stopped = vi.spyOn(database, 'sql').mockImplementation(async (text, values) => {
      if (text.includes('update claims set nonce')) throw new Error('The process ended')
      if (text.includes('set last_error')) return []
      return original(text, values)
    })
    await lib.sendMails(site.billing, { customer })
    stopped.mockRestore()
    expect(await lib.sendMails(site.billing, { customer })).toMatchObject({ sent: 0 })
    await skipMailRetryDelays(site)
    expect(await lib.sendMails(site.billing, { customer })).toMatchObject({ sent: 1 })
  })

  test('requires the link that was mailed for it, not any session of the mailbox', async () => {
    const email = 'another.link@example.com'
    const customer = await buyAsGuest(email)
    await lib.sendMails(site.billing, { customer })
    const { claimant } = await openMail(email)
    await expect(
      lib.claimMembership(site.billing, { ...claimant, nonce: 'f'.repeat(32) }, 'a new and long password'),
    ).rejects.toMatchObject({ status: 403, code: 'reauthentication_needed' })
    await lib.claimMembership(site.billing, claimant, 'a new and long password')
  })

  test.each(['Stripe', 'the last step'])(
    'that is interrupted at %s is finished by claiming again',
    async (where) => {
      const email = `broken.off${Math.random()}@example.com`
      const customer = await buyAsGuest(email)
      await lib.sendMails(site.billing, { customer })
      const { claimant } = await openMail(email)
      const { stripe, database } = site.billing
      const original = database.sql
      const away =
        where === 'Stripe'
          ? vi.spyOn(stripe.customers, 'update').mockRejectedValueOnce(new Error('away'))
          : vi.spyOn(database, 'sql').mockImplementation((text, values) => {
              if (text.includes('claimed_at = now()')) throw new Error('away')
              return original(text, values)
            })
      await expect(lib.claimMembership(site.billing, claimant, 'a new and long password')).rejects.toThrow(
        'away',
      )
      away.mockRestore()
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
    const customer = await buyAsGuest(email)
    await lib.sendMails(site.billing, { customer })
    const { claimant } = await openMail(email)
    const { stripe, database } = site.billing
    const { update } = stripe.customers
    const { transaction } = database
    const named = vi.spyOn(stripe.customers, 'update').mockImplementationOnce(async (...args) => {
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
    named.mockRestore()
    vi.mocked(database.transaction).mockRestore()
    await reconcile(site.billing)
    expect(await site.check(claimant.user)).toMatchObject({ subscribed: true })
  })

  test('preserves the membership of the account, although the guest bought first', async () => {
    const member = await accounts.user()
    const { sessionId } = await site.checkout({ user: member })
    payBeforeExpiry(site)
    const customer = await buyAsGuest(member.email)
    await lib.sendMails(site.billing, { customer })
    const { claimant } = await openMail(member.email)
    await lib.claimMembership(site.billing, claimant, 'a new and long password')
    const { customer: own } = await site.stripe.checkout.sessions.retrieve(sessionId)
    const statuses = async (of: string) =>
      (await site.stripe.subscriptions.list({ customer: of, status: 'all' })).data.map(({ status }) => status)
    expect([await statuses(String(own)), await statuses(customer)]).toEqual([['active'], ['canceled']])
    expect(await site.check(claimant.user)).toMatchObject({ subscribed: true })
  })

  test('of an ended membership is finished although Stripe has deleted the former customer', async () => {
    const { id, email } = await accounts.user()
    const { sessionId } = await site.checkout({ user: { id, email } })
    const former = (await site.stripe.checkout.sessions.retrieve(sessionId)).customer
    await site.stripe.customers.del(String(former))
    const customer = await buyAsGuest(email)
    await lib.sendMails(site.billing, { customer })
    const [membership] = (await site.stripe.subscriptions.list({ customer })).data
    await site.stripe.subscriptions.cancel(String(membership?.id))
    const { claimant } = await openMail(email)
    await lib.claimMembership(site.billing, claimant, 'a new and long password')
    expect(await site.check({ id, email })).toMatchObject({ subscribed: false, status: 'canceled' })
  })

  test('is not revealed by the response to a request by email', async () => {
    const [bought, unknown] = ['often.asked@example.com', 'never.bought@example.com']
    await buyAsGuest(bought)
    const responses = async (email: string) => {
      const given: string[] = []
      for (let count = 0; count < 12; count += 1) {
        const { response: result, mailing } = await requestByEmail(email, `network ${count}`)
        given.push(result)
        await mailing
      }
      return given
    }
    accounts.faults.push({ status: 503 })
    expect(await responses(bought)).toEqual(await responses(unknown))
    expect(accounts.inbox.list({ to: bought })).toHaveLength(4)
  })

  test('is mailed to its owner after one sender has used up its limit', async () => {
    const email = 'asked.by.a.stranger@example.com'
    await buyAsGuest(email)
    const send = async (sender: string) => {
      const { response: result, mailing } = await requestByEmail(email, sender)
      await mailing
      return result
    }
    const responses: string[] = []
    for (let count = 0; count < 12; count += 1) responses.push(await send('a stranger'))
    expect(responses).toEqual([...Array(3).fill('sent'), ...Array(9).fill('too_many_requests')])
    const before = accounts.inbox.list({ to: email }).length
    expect(await send('the owner')).toBe('sent')
    expect(accounts.inbox.list({ to: email })).toHaveLength(before + 1)
  })

  test('is mailed to its owner after one sender has used up its requests by checkout', async () => {
    const email = 'requested.by.a.stranger@example.com'
    const customer = await buyAsGuest(email)
    const request = (sender: string) =>
      lib.resendClaimMail(site.billing, customer, sender).then(
        () => 'sent',
        ({ code }: { code: string }) => code,
      )
    const results: string[] = []
    for (let count = 0; count < 6; count += 1) results.push(await request('a stranger'))
    expect(results).toEqual([...Array(3).fill('sent'), ...Array(3).fill('too_many_requests')])
    expect((await requestByEmail(email, 'a stranger')).response).toBe('too_many_requests')
    expect(await request('the owner')).toBe('sent')
    expect(accounts.inbox.list({ to: email })).toHaveLength(4)
  })

  test("is mailed by the reconciliation when a request's mail failed", async () => {
    const email = 'asked.in.vain@example.com'
    const customer = await buyAsGuest(email)
    await lib.sendMails(site.billing, { customer })
    accounts.faults.push({ status: 503 })
    await (await requestByEmail(email)).mailing
    expect(accounts.inbox.list({ to: email })).toHaveLength(1)
    await skipMailRetryDelays(site)
    await lib.sendMails(site.billing, { customer })
    expect(accounts.inbox.list({ to: email })).toHaveLength(2)
  })

  test('is mailed only to the requested email', async () => {
    const email = 'asks.by.address@example.com'
    await buyAsGuest(email)
    await (await requestByEmail(email.toUpperCase())).mailing
    await (await requestByEmail('nobody.bought@example.com')).mailing
    expect(accounts.inbox.list({ to: email })).toHaveLength(1)
    expect(accounts.inbox.list({ to: 'nobody.bought@example.com' })).toHaveLength(0)
  })
})

test('no transaction locks subscriptions before their customers, so that two never deadlock', async () => {
  const { database } = site.billing
  const original = database.transaction
  const transactions: string[][] = []
  const watched = vi.spyOn(database, 'transaction').mockImplementation((work) =>
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
  const { id, email } = await accounts.user()
  const { sessionId } = await site.checkout({ user: { id, email } })
  await site.stripe.customers.del(String((await site.stripe.checkout.sessions.retrieve(sessionId)).customer))
  await site.checkout({ user: { id, email } })
  await lib.sendMails(site.billing, { customer: await buyAsGuest(email) })
  await lib.claimMembership(site.billing, (await openMail(email)).claimant, 'a new and long password')
  watched.mockRestore()
  const both = transactions.filter((tables) => new Set(tables).size === 2)
  expect(both.length).toBeGreaterThan(2)
  expect(both.filter(([first]) => first !== 'customers')).toEqual([])
})

describe('the proof by email', () => {
  const now = 1_800_000_000
  test.each([
    ['recovery', now - 60, true],
    ['otp', now - 1700, true],
    ['invite', now - 60, true],
    ['recovery', now - 1900, false],
    ['password', now - 1, false],
    ['totp', now - 1, false],
  ])('%s at %i: %s', (method, timestamp, good) => {
    expect(isProvedByEmail([{ method, timestamp }], now)).toBe(good)
  })
})

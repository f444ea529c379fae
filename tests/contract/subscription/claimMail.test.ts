import type { AuthService } from 'local-cloud/testing/authService'
import { describe, expect, test, vi } from 'vitest'
import { buyAsGuest, type GuestSite, setUpGuestSite } from './guestSite.ts'
import { type Site, skipMailRetryDelays } from './support.ts'

/** Work that continues after the response. */
const workAfterResponse = vi.hoisted((): Promise<unknown>[] => [])
vi.mock('next/server', () => ({ after: (work: Promise<unknown>) => workAfterResponse.push(work) }))

let guestSite: GuestSite
let site: Site
let accounts: AuthService
let lib: GuestSite['lib']
setUpGuestSite((started) => {
  guestSite = started
  ;({ site, accounts, lib } = started)
})

const buyMembership = (email: string) => buyAsGuest(guestSite, email)

/** Requests the claim link of an email. Returns `sent` or the error code, and a promise that ends with the mailing. */
async function requestByEmail(
  email: string,
  network = 'any network',
): Promise<{ response: string; mailing: Promise<unknown> }> {
  const response = await lib.mailClaimForEmail(site.billing, email, network).then(
    () => 'sent',
    ({ code }: { code: string }) => code,
  )
  return { response, mailing: Promise.all(workAfterResponse.splice(0)) }
}

describe('the claim link of a guest’s purchase', () => {
  test('is mailed again after a failure, and up to five times an hour on request', async () => {
    const email = 'late.mail@example.com'
    const customer = await buyMembership(email)
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

  test.each(['a new account', 'an existing account'])(
    'is mailed to %s while the account service requires a CAPTCHA',
    async (recipient) => {
      const email = `captcha.${recipient.replace(/ /g, '.')}@example.com`
      if (recipient === 'an existing account') await accounts.createUser(email)
      const customer = await buyMembership(email)
      accounts.configure({ captcha: true, captchaSecret: '1x0000000000000000000000000000000AA' })
      await lib.sendMails(site.billing, { customer })
      accounts.configure({ captcha: false })
      expect(accounts.inbox.list({ to: email })).toHaveLength(1)
    },
  )

  test('is mailed once by three concurrent runs of the outbox', async () => {
    const email = 'three.webhooks@example.com'
    const customer = await buyMembership(email)
    await Promise.all([1, 2, 3].map(() => lib.sendMails(site.billing, { customer })))
    expect(accounts.inbox.list({ to: email })).toHaveLength(1)
  })

  test('is mailed after an interruption of the mailing', async () => {
    const email = 'interrupted.mail@example.com'
    const customer = await buyMembership(email)
    const { database } = site.billing
    const original = database.sql
    const sqlSpy = vi.spyOn(database, 'sql').mockImplementation(async (text, values) => {
      if (text.includes('update claims set nonce')) throw new Error('The process ended')
      if (text.includes('set last_error')) return []
      return original(text, values)
    })
    await lib.sendMails(site.billing, { customer })
    sqlSpy.mockRestore()
    expect(await lib.sendMails(site.billing, { customer })).toMatchObject({ sent: 0 })
    await skipMailRetryDelays(site)
    expect(await lib.sendMails(site.billing, { customer })).toMatchObject({ sent: 1 })
  })

  test('is requested for an email address with the same responses whether or not it has a purchase', async () => {
    const [buyerEmail, unknownEmail] = ['often.asked@example.com', 'never.bought@example.com']
    await buyMembership(buyerEmail)
    const requestTwelveTimes = async (email: string) => {
      const responses: string[] = []
      for (let count = 0; count < 12; count += 1) {
        const { response, mailing } = await requestByEmail(email, `network ${count}`)
        responses.push(response)
        await mailing
      }
      return responses
    }
    accounts.faults.push({ status: 503 })
    expect(await requestTwelveTimes(buyerEmail)).toEqual(await requestTwelveTimes(unknownEmail))
    expect(accounts.inbox.list({ to: buyerEmail })).toHaveLength(4)
  })

  test('is mailed to its owner even after a stranger’s network has used up its limit for the email address', async () => {
    const email = 'asked.by.a.stranger@example.com'
    await buyMembership(email)
    const request = async (network: string) => {
      const { response, mailing } = await requestByEmail(email, network)
      await mailing
      return response
    }
    const responses: string[] = []
    for (let count = 0; count < 12; count += 1) responses.push(await request('a stranger'))
    expect(responses).toEqual([...Array(3).fill('sent'), ...Array(9).fill('too_many_requests')])
    const countBefore = accounts.inbox.list({ to: email }).length
    expect(await request('the owner')).toBe('sent')
    expect(accounts.inbox.list({ to: email })).toHaveLength(countBefore + 1)
  })

  test('is mailed to its owner even after a stranger’s network has used up the same limit from the page after Checkout', async () => {
    const email = 'requested.by.a.stranger@example.com'
    const customer = await buyMembership(email)
    const request = (network: string) =>
      lib.resendClaimMail(site.billing, customer, network).then(
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

  test('is mailed with the next retry when the mail of a request failed', async () => {
    const email = 'asked.in.vain@example.com'
    const customer = await buyMembership(email)
    await lib.sendMails(site.billing, { customer })
    accounts.faults.push({ status: 503 })
    await (await requestByEmail(email)).mailing
    expect(accounts.inbox.list({ to: email })).toHaveLength(1)
    await skipMailRetryDelays(site)
    await lib.sendMails(site.billing, { customer })
    expect(accounts.inbox.list({ to: email })).toHaveLength(2)
  })

  test('is mailed when the requested email is in upper case, and to no email without a purchase', async () => {
    const email = 'asks.by.address@example.com'
    await buyMembership(email)
    await (await requestByEmail(email.toUpperCase())).mailing
    await (await requestByEmail('no.purchase@example.com')).mailing
    expect(accounts.inbox.list({ to: email })).toHaveLength(1)
    expect(accounts.inbox.list({ to: 'no.purchase@example.com' })).toHaveLength(0)
  })
})

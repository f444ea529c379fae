import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { endMembershipFor } from '@/lib/membership/deleteAccount'
import { Findings } from '../../../scripts/lib/findings.ts'
import { checkIntroductions } from '../../../scripts/vendors/memberships.ts'
import { type Site, setUpSite } from './support.ts'

let site: Site
setUpSite((started) => {
  site = started
})

/** Buys at the introductory price as a guest. Returns the subscription's id. */
async function buy(email: string, cardNumber: string): Promise<string> {
  const { sessionId } = await site.checkout({ network: email, email })
  await site.pay(sessionId, { number: cardNumber })
  await site.deliverAll()
  return String((await site.stripe.checkout.sessions.retrieve(sessionId)).subscription)
}

const listReports = () =>
  vi
    .mocked(console.warn)
    .mock.calls.map(([line]) => String(line))
    .filter((line) => line.includes('introductory price'))

/** Lists the doctor's findings about introductory prices. */
async function listFindings(): Promise<string[]> {
  const client = new pg.Client({ connectionString: site.databaseUrl })
  await client.connect()
  const findings = new Findings('Postgres')
  await checkIntroductions(findings, client).finally(() => client.end())
  return findings.list.map(({ state, text }) => `${state}: ${text}`)
}

test('a card with which a second person gets the introductory price is reported, and both memberships stay', async () => {
  const firstSubscription = await buy('someone+1@example.com', '4242 4242 4242 4242')
  await buy('other@example.com', '5555 5555 5555 4444')
  expect(listReports()).toEqual([])
  expect(await listFindings()).toEqual([
    'right: No card had the introductory price twice in the last 30 days.',
  ])

  const secondSubscription = await buy('someone+2@example.com', '4242 4242 4242 4242')
  expect(listReports()).toHaveLength(1)
  expect(listReports()[0]).toContain(secondSubscription)
  expect(listReports()[0]).toContain(firstSubscription)
  expect((await listFindings())[0]).toMatch(new RegExp(`^person: .*${secondSubscription}`))
  for (const id of [firstSubscription, secondSubscription]) {
    const { status, latest_invoice } = await site.stripe.subscriptions.retrieve(id, {
      expand: ['latest_invoice'],
    })
    expect(status).toBe('active')
    expect(latest_invoice).toMatchObject({ amount_paid: 99_700 })
  }
  const rows = await site.billing.database.sql('select * from introduction_cards')
  expect(JSON.stringify(rows)).not.toContain('4242')
})

test('a failed read of a card delays no purchase, and is repeated with the next event', async () => {
  const retrieveCharge = vi
    .spyOn(site.billing.stripe.charges, 'retrieve')
    .mockRejectedValueOnce(new Error('away'))
  const member = await site.createMember()
  expect(await site.check(member)).toMatchObject({ subscribed: true })
  retrieveCharge.mockRestore()
  const { sql } = site.billing.database
  const rows = await sql(
    `select from introduction_cards join subscriptions using (stripe_subscription_id) where user_id = $1`,
    [member.id],
  )
  expect(rows).toHaveLength(1)
  await endMembershipFor(member, site.billing)
})

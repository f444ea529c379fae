import { expect } from 'vitest'
import { type Books, expectGuestsRight, expectMirrorRight, expectMoneyRight } from '../support/books.ts'
import { contentClient, control, stored } from '../support/content.ts'
import type { ReceivedMail } from '../support/mail.ts'
import { announce, load } from '../support/publishing.ts'
import { publicRoutes } from '../support/routes.ts'
import { seedDocument } from '../support/seedDocuments.ts'
import type { Actions } from './people.ts'
import type { SoakStack } from './stack.ts'

/** How many documents there are: what is lost or doubled changes it. */
export const countDocuments = () => contentClient().fetch<number>('count(*[!(_id in path("_.**"))])')

/** The scheduler runs until nothing is left, after every delay of a retry. */
export async function settle({ schedule, database: { sql } }: SoakStack): Promise<void> {
  for (let visit = 0; visit < 3; visit += 1) {
    await sql('update refunds set next_attempt_at = now() where settled_at is null')
    await sql('update sync_queue set next_attempt_at = now()')
    const response = await schedule('reconcile')
    expect(response.status, await response.text()).toBe(200)
  }
  expect(await sql('select * from sync_queue')).toEqual([])
}

async function everySubscription({ stripe }: SoakStack): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of stripe.subscriptions.list({ status: 'all', limit: 100 })) ids.push(id)
  return ids
}

async function expectMoneyToBeRight(stack: SoakStack, { members }: Actions): Promise<void> {
  const { database, stripe } = stack
  const { introPrice, regularPrice } = seedDocument('offer')
  if (typeof introPrice !== 'number' || typeof regularPrice !== 'number') throw new Error('No prices.')
  const prices = { introPrice, regularPrice }
  const books: Books = { stripe, sql: database.sql, prices }
  const subscriptions = await everySubscription(stack)
  const left = new Set(members.filter(({ subscribed }) => !subscribed).map(({ id }) => id))
  const endedByHand = new Set<string>()
  for (const { id, email, subscribed } of members) {
    const [row] = await database.sql<{ customer: string }>(
      'select stripe_customer_id as customer from customers where user_id = $1',
      [id],
    )
    const state = await expectMirrorRight({ database, stripe }, id, row?.customer, email)
    const live = (state?.subscriptions ?? []).filter(({ status }) => status === 'active')
    expect(live.length, email).toBe(subscribed ? 1 : 0)
    if (left.has(id)) for (const one of state?.subscriptions ?? []) endedByHand.add(one.id)
  }
  await expectMoneyRight(books, subscriptions, endedByHand, 'soak')
  await expectGuestsRight(books, subscriptions, 'soak')
}

async function expectMailToBeRight({ guests, messages }: Actions, mayRepeat: boolean): Promise<void> {
  const found = async (query: Record<string, string>) => {
    const { mails } = await control<{ mails: ReceivedMail[] }>(`mails?${new URLSearchParams(query)}`)
    return mails.length
  }
  const wrong: string[] = []
  const look = async (what: string, query: Record<string, string>) => {
    const count = await found(query)
    if (mayRepeat ? count < 1 : count !== 1) wrong.push(`${what}: ${count} e-mails`)
  }
  for (const text of messages) await look(text, { text })
  for (const to of guests) await look(to, { to, source: 'smtp' })
  expect(wrong).toEqual([])
}

async function expectContentToBeRight({ siteOrigin }: SoakStack, { published }: Actions): Promise<void> {
  const text = await stored<string>('siteSettings', 'footerText')
  const last = published.at(-1)
  // A change whose acknowledgement got lost is unknown to its author.
  if (last) expect([last, `Published as number ${published.length + 1}`]).toContain(text)
  await announce('siteSettings', siteOrigin)
  for (const { path } of publicRoutes) {
    const { status, html } = await load(path, siteOrigin)
    expect(status, path).toBe(200)
    if (text) expect(html, path).toContain(text)
  }
}

/**
 * Content, money and mail are consistent after any fault: no acknowledged change is lost, none is duplicated, and the
 * site agrees with its vendors.
 *
 * @param options.documents - the number before
 * @param options.mayRepeat - an email may be sent twice, since its sender never received the first response
 */
export async function expectAllRight(
  stack: SoakStack,
  deeds: Actions,
  { documents, mayRepeat = false }: { documents: number; mayRepeat?: boolean },
): Promise<void> {
  await settle(stack)
  await expectMoneyToBeRight(stack, deeds)
  await expectMailToBeRight(deeds, mayRepeat)
  await expectContentToBeRight(stack, deeds)
  expect(await countDocuments()).toBe(documents)
}

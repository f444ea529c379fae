import { expect } from 'vitest'
import { contentClient, control, fetchStoredField } from '../support/content.ts'
import {
  expectGuestsConsistent,
  expectMirrorConsistent,
  expectPaymentsConsistent,
  type Ledger,
} from '../support/ledger.ts'
import type { ReceivedMail } from '../support/mail.ts'
import { loadPage, sendDocumentWebhook } from '../support/publishing.ts'
import { publicRoutes } from '../support/routes.ts'
import { seedDocument } from '../support/seedDocuments.ts'
import type { Actions } from './simulatedUsers.ts'
import type { SoakStack } from './stack.ts'

/** Counts all documents, drafts included. A lost or duplicated document changes the number. */
export const countDocuments = () => contentClient().fetch<number>('count(*[!(_id in path("_.**"))])')

/** Runs the reconciliation until the queues are empty. Delayed retries run at once. */
export async function drainQueues({ schedule, database: { sql } }: SoakStack): Promise<void> {
  for (let run = 0; run < 3; run += 1) {
    await sql('update refunds set next_attempt_at = now() where settled_at is null')
    await sql('update sync_queue set next_attempt_at = now()')
    const response = await schedule('reconcile')
    expect(response.status, await response.text()).toBe(200)
  }
  expect(await sql('select * from sync_queue')).toEqual([])
}

async function listSubscriptionIds({ stripe }: SoakStack): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of stripe.subscriptions.list({ status: 'all', limit: 100 })) ids.push(id)
  return ids
}

async function expectPayments(stack: SoakStack, { members }: Actions): Promise<void> {
  const { database, stripe } = stack
  const { introPrice, regularPrice } = seedDocument('offer')
  if (typeof introPrice !== 'number' || typeof regularPrice !== 'number')
    throw new Error('The offer has no prices.')
  const prices = { introPrice, regularPrice }
  const ledger: Ledger = { stripe, sql: database.sql, prices }
  const subscriptions = await listSubscriptionIds(stack)
  const canceled = new Set(members.filter(({ subscribed }) => !subscribed).map(({ id }) => id))
  const canceledIds = new Set<string>()
  for (const { id, email, subscribed } of members) {
    const [row] = await database.sql<{ customer: string }>(
      'select stripe_customer_id as customer from customers where user_id = $1',
      [id],
    )
    const state = await expectMirrorConsistent({ database, stripe }, id, row?.customer, email)
    const live = (state?.subscriptions ?? []).filter(({ status }) => status === 'active')
    expect(live.length, email).toBe(subscribed ? 1 : 0)
    if (canceled.has(id))
      for (const subscription of state?.subscriptions ?? []) canceledIds.add(subscription.id)
  }
  await expectPaymentsConsistent(ledger, subscriptions, canceledIds, 'soak')
  await expectGuestsConsistent(ledger, subscriptions, 'soak')
}

async function expectEmails({ guests, messages }: Actions, mayRepeat: boolean): Promise<void> {
  const countEmails = async (query: Record<string, string>) => {
    const { mails } = await control<{ mails: ReceivedMail[] }>(`mails?${new URLSearchParams(query)}`)
    return mails.length
  }
  const wrong: string[] = []
  const check = async (email: string, query: Record<string, string>) => {
    const count = await countEmails(query)
    if (mayRepeat ? count < 1 : count !== 1) wrong.push(`${email}: ${count} emails`)
  }
  for (const text of messages) await check(text, { text })
  for (const to of guests) await check(to, { to, source: 'smtp' })
  expect(wrong).toEqual([])
}

async function expectContent({ siteOrigin }: SoakStack, { published }: Actions): Promise<void> {
  const text = await fetchStoredField<string>('siteSettings', 'footerText')
  const last = published.at(-1)
  // The latest change may be stored although its response was lost.
  if (last) expect([last, `Published as number ${published.length + 1}`]).toContain(text)
  await sendDocumentWebhook('siteSettings', siteOrigin)
  for (const { path } of publicRoutes) {
    const { status, html } = await loadPage(path, siteOrigin)
    expect(status, path).toBe(200)
    if (text) expect(html, path).toContain(text)
  }
}

/**
 * Expects consistent content, payments and emails after faults: no acknowledged change is lost or duplicated, and the
 * site's records match the vendors'.
 *
 * @param options.documents - the number of documents before
 * @param options.mayRepeat - an email may be sent twice, since its sender never received the first response
 */
export async function expectInvariants(
  stack: SoakStack,
  actions: Actions,
  { documents, mayRepeat = false }: { documents: number; mayRepeat?: boolean },
): Promise<void> {
  await drainQueues(stack)
  await expectPayments(stack, actions)
  await expectEmails(actions, mayRepeat)
  await expectContent(stack, actions)
  expect(await countDocuments()).toBe(documents)
}

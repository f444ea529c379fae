import { expect } from 'vitest'
import { contentClient, control, fetchStoredField } from '../support/content.ts'
import {
  expectGuestsConsistent,
  expectMirrorConsistent,
  expectPaymentsConsistent,
  type Ledger,
} from '../support/ledger.ts'
import { publicPages } from '../support/pages.ts'
import { loadPage, sendDocumentWebhook } from '../support/publishing.ts'
import { seedDocument } from '../support/seedDocuments.ts'
import type { Actions } from './simulatedUsers.ts'
import type { SoakStack } from './stack.ts'

/** Counts documents and drafts, but not system documents. A lost or duplicated document changes the number. */
export const countDocuments = () => contentClient().fetch<number>('count(*[!(_id in path("_.**"))])')

/** Three times, makes delayed retries due and runs the reconciliation. Then expects an empty sync queue. */
async function drainQueues({ reconcile, database: { sql } }: SoakStack): Promise<void> {
  for (let run = 0; run < 3; run += 1) {
    await sql('update sync_queue set next_attempt_at = now()')
    const response = await reconcile()
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
  const subscriptionIds = await listSubscriptionIds(stack)
  const canceledSubscriptionIds = new Set<string>()
  for (const { id, email, isSubscribed } of members) {
    const [row] = await database.sql<{ customer: string }>(
      'select stripe_customer_id as customer from customers where user_id = $1',
      [id],
    )
    const state = await expectMirrorConsistent({ database, stripe }, id, row?.customer, email)
    const activeSubscriptions = (state?.subscriptions ?? []).filter(({ status }) => status === 'active')
    expect(activeSubscriptions.length, email).toBe(isSubscribed ? 1 : 0)
    if (!isSubscribed)
      for (const subscription of state?.subscriptions ?? []) canceledSubscriptionIds.add(subscription.id)
  }
  await expectPaymentsConsistent(ledger, subscriptionIds, canceledSubscriptionIds, 'soak')
  await expectGuestsConsistent(ledger, subscriptionIds, 'soak')
}

/** Expects at least one email to every guest. The site sends an email again if the mail server's response was lost. */
async function expectEmails({ guestEmails }: Actions): Promise<void> {
  for (const to of guestEmails) {
    const { mails } = await control<{ mails: unknown[] }>(
      `mails?${new URLSearchParams({ to, source: 'smtp' })}`,
    )
    expect(mails.length, to).toBeGreaterThan(0)
  }
}

async function expectContent({ siteOrigin }: SoakStack, { publishedTexts }: Actions): Promise<void> {
  const text = await fetchStoredField<string>('siteSettings', 'footerText')
  const latestText = publishedTexts.at(-1)
  // A later text may be stored even if the response to its mutation was lost.
  if (latestText) expect([latestText, `Published as number ${publishedTexts.length + 1}`]).toContain(text)
  // Expires the pages, since an earlier webhook may have been lost.
  await sendDocumentWebhook('siteSettings', siteOrigin)
  for (const { path } of publicPages) {
    const { status, html } = await loadPage(path, siteOrigin)
    expect(status, path).toBe(200)
    if (text) expect(html, path).toContain(text)
  }
}

/**
 * Expects consistent content, payments and emails after the actions of simulated users: no acknowledged change is lost
 * or duplicated, and the site's records match the vendors'.
 *
 * @param documentCount - the number of documents before the actions
 */
export async function expectInvariants(
  stack: SoakStack,
  actions: Actions,
  documentCount: number,
): Promise<void> {
  await drainQueues(stack)
  await expectPayments(stack, actions)
  await expectEmails(actions)
  await expectContent(stack, actions)
  expect(await countDocuments()).toBe(documentCount)
}

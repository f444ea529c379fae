import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { RequestProblem } from '@/lib/api/problem'
import type { User } from '@/lib/auth/server/requireUser'
import type { Billing } from '@/lib/membership/context'
import { isMembership } from '@/lib/membership/membershipProduct'
import { reconcile } from '@/lib/membership/reconcile'
import {
  expectAmountsConsistent,
  expectGuestsConsistent,
  expectMirrorConsistent,
  expectPaymentsConsistent,
  filterLiveSubscriptions,
  type Ledger,
} from '../../support/ledger.ts'
import { createRandom, type Random, readCount } from '../../support/random.ts'
import { seedMailTexts } from '../../support/seedMailTexts.ts'
import { addCredit, createHistoryState, type HistoryState } from './historyState.ts'
import { skipMailRetryDelays } from './mails.ts'
import { getCustomer, type MemberEvent, memberEvents } from './memberEvents.ts'
import { type Site, startSite, terms } from './support.ts'
import { createClientOver, UnreliableClient } from './unreliableClient.ts'
import { getLastPosition, WebhookQueue } from './webhookQueue.ts'

/** The work that continues after a response. */
const afterResponse: Promise<unknown>[] = []

/** Waits for that work. Otherwise, its emails and concurrent events could happen in the next history. */
async function finishAfterResponse(): Promise<void> {
  while (afterResponse.length > 0) await Promise.all(afterResponse.splice(0))
}

vi.mock('@/lib/auth/server/clients', () => import('./accountsStub.ts'))
vi.mock('next/server', () => ({ after: (work: Promise<unknown>) => afterResponse.push(work) }))

/** The mail server of a history. Records emails that must not be sent: duplicates, and those to deleted accounts. */
type MailServer = {
  mail: NonNullable<Billing['mail']>
  invalidMails: string[]
  /** Sets the probability that an email fails. */
  setFailureProbability(probability: number): void
}

/** Creates a mail server. A failure means that the email, or only the response, was lost; the site has to retry. */
function createMailServer(historyState: HistoryState, faultRandom: Random): MailServer {
  const invalidMails: string[] = []
  const acknowledgedIds = new Set<string>()
  const texts = seedMailTexts()
  let probability = 0
  return {
    invalidMails,
    setFailureProbability: (next) => {
      probability = next
    },
    mail: {
      texts: async () => texts,
      send: async ({ to, id, subject }) => {
        // A refused purchase sends a link without an id, or a welcome again.
        const isLink = id === undefined
        if (!isLink && historyState.deletedEmails.has(to.toLowerCase()))
          invalidMails.push(`after a deletion: ${to}`)
        const isRepeated = !isLink && acknowledgedIds.has(id)
        const isWelcome = subject.startsWith('Welcome')
        if (isRepeated && !isWelcome) invalidMails.push(`twice: ${subject}`)
        if (faultRandom.chance(probability))
          throw new Error('The mail server is down, or its response was lost. (A random history.)')
        // Both are checked at the end: there is at most one for each refusal.
        if (isLink || (isRepeated && isWelcome)) addCredit(historyState.linkCredits, to, -1)
        if (!isLink) acknowledgedIds.add(id)
      },
    },
  }
}

const historyCount = readCount('HISTORIES', 40, 10_000)
/** The seed of the first history. */
const firstSeed = readCount('HISTORIES_FROM', 1)
/** The number of histories per site: few, since advancing the clock of an account with many customers is slow. */
const historiesPerSite = 20

/** The events of a member's history. Frequent events are listed more than once. */
const memberEventPool: readonly (keyof typeof memberEvents)[] = [
  'subscribe',
  'subscribe',
  'passMonth',
  'passMonth',
  'passWeek',
  'setFailingCard',
  'setWorkingCard',
  'payOpenInvoice',
  'pauseCollection',
  'cancelInPortal',
  'cancelAtPeriodEnd',
  'resume',
  'cancelImmediately',
  'refundPayment',
  'setDisputedCard',
  'disputePayment',
  'decideDispute',
  'subscribeToHosting',
  'voidOpenInvoice',
  'writeOffOpenInvoice',
  'abandonCheckout',
  'payInTwoTabs',
  'deleteCustomer',
  'openTab',
  'payInTab',
  'startDelayedPayment',
  'decideDelayedPayment',
  'buyAsGuest',
  'buyAgainInArrears',
  'signInAsOwner',
  'deleteMemberAccount',
  'runScheduler',
]

/** The events of a guest's history. Frequent events are listed more than once. */
const guestEventPool: readonly (keyof typeof memberEvents)[] = [
  'buyAsGuest',
  'buyAsGuest',
  'buyAsGuest',
  'openGuestTab',
  'openTab',
  'payInTab',
  'payInTab',
  'subscribe',
  'signInAsOwner',
  'signInAsOwner',
  'signInAsOwner',
  'deleteGuestAccount',
  'deleteMemberAccount',
  'correctEmail',
  'cancelGuest',
  'cancelImmediately',
  'startGuestDelayedPayment',
  'decideDelayedPayment',
  'disputeGuestPayment',
  'decideDispute',
  'deleteGuest',
  'passMonth',
  'runScheduler',
]

/** Events that may happen in Stripe while the site sends it a request. */
const concurrentEvents: readonly (keyof typeof memberEvents)[] = [
  'payInTab',
  'cancelImmediately',
  'cancelGuest',
  'decideDelayedPayment',
  'refundPayment',
  'setFailingCard',
]

type History = {
  member: User
  historyState: HistoryState
  /** The position in the account's store at which the history began. */
  position: number
  /** Whether every webhook was delivered. */
  hasAllWebhooks: boolean
  invalidMails: readonly string[]
  /** The seed, the settings and the events, for the failure message. */
  story: string
}

/** Runs one history with failing requests to Stripe and failing emails; in the end both succeed again. */
async function runHistory(site: Site, seed: number): Promise<History> {
  const random = createRandom(seed)
  const member = site.createUser()
  const webhookQueue = new WebhookQueue(site, random)
  const historyState = createHistoryState(random)
  const position = getLastPosition(site)
  const story: string[] = []

  // Uses a separate generator, because concurrent requests have no fixed order.
  const faultRandom = createRandom(seed ^ 0x5bd1e995)
  const failureProbability = faultRandom.pick([0, 0.05, 0.15, 0.4])
  const retries = faultRandom.pick([0, 2])
  let concurrentEventProbability = faultRandom.pick([0, 0.05])
  const unreliableClient = new UnreliableClient(site.account.directHttpClient, faultRandom, async () => {
    if (!faultRandom.chance(concurrentEventProbability)) return
    const name = faultRandom.pick(concurrentEvents)
    story.push(`(${name})`)
    await memberEvents[name](site, member, historyState)
  })
  await site.account.control({ dunningEnd: faultRandom.pick(['cancel', 'unpaid', 'past_due']) })
  await site.account.control({ activeWhileProcessing: faultRandom.chance(0.5) })
  site.billing.stripe = createClientOver(site, unreliableClient, retries)
  unreliableClient.setFailureProbability(failureProbability)
  const mailServer = createMailServer(historyState, createRandom(seed ^ 0x2545f491))
  site.billing.mail = mailServer.mail
  mailServer.setFailureProbability(failureProbability)

  const [firstEvent, eventPool] = random.chance(0.5)
    ? (['subscribe', memberEventPool] as const)
    : (['buyAsGuest', guestEventPool] as const)
  const laterEvents = Array.from({ length: 3 + random.number(6) }, () => random.pick(eventPool))
  for (const name of [firstEvent, ...laterEvents]) {
    story.push(name)
    const runEvent: MemberEvent = memberEvents[name]
    await runEvent(site, member, historyState)
    if (random.chance(0.6)) await webhookQueue.deliverSome(0.5)
    if (random.chance(0.2)) {
      const writeCount = unreliableClient.writes.length
      await site.check(member, { isRefreshRequested: true })
      expect(unreliableClient.writes.slice(writeCount), `writes of a check, seed ${seed}`).toEqual([])
    }
  }
  await finishAfterResponse()
  unreliableClient.setFailureProbability(0)
  mailServer.setFailureProbability(0)
  concurrentEventProbability = 0
  await webhookQueue.deliverSome(1)
  const faultSummary = `failure probability ${failureProbability} (${unreliableClient.failures} failures), at most ${retries} retries`
  return {
    member,
    historyState,
    position,
    hasAllWebhooks: webhookQueue.lostCount === 0,
    invalidMails: mailServer.invalidMails,
    story: `seed ${seed}, ${webhookQueue.lostCount} webhooks lost, ${faultSummary}: ${story.join(', ')}`,
  }
}

/** Runs the reconciliation once, without waiting for retry delays. */
async function reconcileWithoutDelays(site: Site): Promise<void> {
  const { billing } = site
  await billing.database.sql('update sync_queue set next_attempt_at = now()')
  await skipMailRetryDelays(site)
  await reconcile(billing)
}

const createLedger = ({ stripe, billing }: Site): Ledger => ({
  stripe,
  sql: billing.database.sql,
  prices: terms,
})

/** Lists the ids of subscriptions that were created after a position in the account's store. */
function listSubscriptionsSince({ account }: Site, position: number): string[] {
  const rows = account.billing.store
    .prepare("select id from objects where kind = 'subscription' and position > ?")
    .all(position)
  return rows.map(({ id }) => String(id))
}

/** Expects that a member has access exactly when Stripe's state grants it. */
async function expectAccessByStripe(site: Site, member: User, story: string): Promise<void> {
  const customer = await getCustomer(site, member)
  const { stripe } = site
  const state = await expectMirrorConsistent({ ...site.billing, stripe }, member.id, customer, story)
  const nowSeconds = site.account.billing.clock.now()
  const accessFlags = await Promise.all(
    (state?.subscriptions ?? []).map(async ({ id, status, pause_collection }) => {
      if (pause_collection && status !== 'past_due') return false
      const invoices = (await stripe.invoices.list({ subscription: id, limit: 100 })).data
      if (!invoices.some((invoice) => invoice.status === 'paid')) return false
      if (status === 'active' || status === 'trialing') return true
      const oldestOpen = invoices.findLast((invoice) => invoice.status === 'open')
      return status === 'past_due' && nowSeconds < (oldestOpen?.created ?? nowSeconds) + 14 * 86_400
    }),
  )
  expect((await site.check(member)).subscribed, story).toBe(accessFlags.includes(true))
}

/** Expects that a member's customer has at most one live membership, and that its other subscriptions are active. */
async function expectOtherProductsUntouched(site: Site, member: User, story: string): Promise<void> {
  const customer = await getCustomer(site, member)
  if (!customer) return
  const { data } = await site.stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
  const otherSubscriptions = data.filter((subscription) => !isMembership(subscription))
  const ended = otherSubscriptions.filter(({ status }) => status !== 'active')
  expect(ended, story).toEqual([])
  expect(filterLiveSubscriptions(data.filter(isMembership)).length, story).toBeLessThanOrEqual(1)
}

/** Expects that access matches Stripe's state, and that each live membership has a user or can be attached to one. */
async function expectCorrectAccess(
  site: Site,
  { member, historyState, position, story }: History,
): Promise<void> {
  for (const user of [member, ...historyState.guestAccounts.values()])
    await expectAccessByStripe(site, user, story)
  await expectGuestsConsistent(createLedger(site), listSubscriptionsSince(site, position), story)
}

/** Expects that no due email is pending, except to deleted customers. */
async function expectOutboxEmpty({ billing }: Site, story: string): Promise<void> {
  const pendingMails = await billing.database.sql(
    `select n.kind, n.last_error from notices n join subscriptions using (stripe_subscription_id)
       join customers c using (stripe_customer_id)
     where n.sent_at is null and (n.kind not in ('introEnd', 'feeChange') or n.period > $1) and c.deleted_at is null`,
    [billing.now()],
  )
  expect(pendingMails, story).toEqual([])
}

/** Expects that a member can buy, or gets a valid refusal, once Stripe works again. */
async function expectSale(site: Site, member: User, story: string): Promise<void> {
  const isRefusal = (error: unknown) => error instanceof RequestProblem && error.status < 500
  const outcomes: boolean[] = []
  while (outcomes.length < 3 && !outcomes.includes(true))
    outcomes.push(await site.checkout({ user: member }, { acceptsRegular: true }).then(() => true, isRefusal))
  expect(outcomes, story).toContain(true)
}

/** Deletes a history's customers, which cancels their subscriptions: renewals would slow down the next history. */
async function deleteCustomersSince({ account, stripe }: Site, position: number): Promise<void> {
  const rows = account.billing.store
    .prepare("select id from objects where kind = 'customer' and deleted = 0 and position > ?")
    .all(position)
  for (const { id } of rows) await stripe.customers.del(String(id))
}

/**
 * Defines the tests for half of the random histories, which are split into two files so that two workers run them.
 * Each test runs one part: the histories of one site.
 *
 * @param parity - 0 for the parts with even numbers, 1 for those with odd ones
 */
export function testHistories(parity: 0 | 1): void {
  let site: Site | undefined
  beforeEach(() => {
    for (const method of ['warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {})
  })
  afterAll(() => site?.close())
  const parts = Array.from({ length: Math.ceil(historyCount / historiesPerSite) }, (_, index) => index)
  test.each(parts.filter((part) => part % 2 === parity))(
    'random histories end with correct access, and a mirror that matches Stripe: part %i',
    async (part) => {
      await site?.close()
      site = await startSite({ isDirect: true })
      const firstIndex = part * historiesPerSite
      const endIndex = Math.min(firstIndex + historiesPerSite, historyCount)
      for (let index = firstIndex; index < endIndex; index += 1) {
        const history = await runHistory(site, firstSeed + index)
        // Without lost webhooks, access has to be correct before the reconciliation.
        if (!history.hasAllWebhooks) await reconcileWithoutDelays(site)
        await expectCorrectAccess(site, history)
        for (let run = history.hasAllWebhooks ? 0 : 1; run < 2; run += 1) await reconcileWithoutDelays(site)
        const subscriptions = listSubscriptionsSince(site, history.position)
        await expectPaymentsConsistent(
          createLedger(site),
          subscriptions,
          history.historyState.endedIds,
          history.story,
        )
        await expectAmountsConsistent(createLedger(site), subscriptions, history.story)
        await expectOtherProductsUntouched(site, history.member, history.story)
        expect(history.invalidMails, history.story).toEqual([])
        const credits = [...history.historyState.linkCredits.values()]
        expect(Math.min(0, ...credits), `links and repeated welcomes, ${history.story}`).toBe(0)
        await expectOutboxEmpty(site, history.story)
        await expectSale(site, history.member, history.story)
        await finishAfterResponse()
        await deleteCustomersSince(site, history.position)
      }
    },
    600_000,
  )
}

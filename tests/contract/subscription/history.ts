import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RequestProblem } from '@/lib/api/problem'
import type { User } from '@/lib/auth/server/requireUser'
import type { MailServices } from '@/lib/membership/mail/mailTexts'
import { isMembership } from '@/lib/membership/membershipProduct'
import { filterLiveSubscriptions } from '@/lib/membership/mirror/stripeState'
import { reconcile } from '@/lib/membership/reconcile'
import {
  expectAmountsConsistent,
  expectGuestsConsistent,
  expectMirrorConsistent,
  expectPaymentsConsistent,
  type Ledger,
} from '../../support/ledger.ts'
import { createRandom, type Random, readCount } from '../../support/random.ts'
import { seedMailTexts } from '../../support/seedMailTexts.ts'
import {
  createHistoryState,
  getCustomer,
  type HistoryState,
  type MemberEvent,
  memberEvents,
} from './memberEvents.ts'
import { type Site, sitePermissions, skipMailRetryDelays, startSite, terms } from './support.ts'
import { createClientOver, UnreliableClient } from './unreliable.ts'
import { getLastPosition, WebhookQueue } from './webhookQueue.ts'

vi.mock('@/lib/auth/server/clients', () => import('./accountsStub.ts'))

/** The email server of a history. Records invalid emails: to a deleted person, or duplicates. */
type MailServer = {
  mail: MailServices
  wrong: string[]
  /** Sets the probability that an email fails. */
  setFailureProbability(probability: number): void
}

/** Creates an email server. A failure means that the email or only the response was lost, so the site has to retry. */
function startMailServer(past: HistoryState, trouble: Random): MailServer {
  const wrong: string[] = []
  const acknowledged = new Set<string>()
  const texts = seedMailTexts()
  let probability = 0
  return {
    wrong,
    setFailureProbability: (next) => {
      probability = next
    },
    mail: {
      texts: async () => texts,
      send: async ({ to, id = '', subject }) => {
        if (past.deletedEmails.has(to.toLowerCase())) wrong.push(`to a deleted person: ${to}`)
        if (acknowledged.has(id)) wrong.push(`twice: ${subject}`)
        if (!trouble.chance(probability)) acknowledged.add(id)
        else throw new Error('The mail server is down, or its response was lost. (A random history.)')
      },
    },
  }
}

const histories = readCount('HISTORIES', 40, 10_000)
/** The seed of the first history, for a run of others than the last one. */
const firstSeed = readCount('HISTORIES_FROM', 1)
/** An account with thousands of customers is slow to wind forward. */
const perSite = 20

/** Frequent events of a member are listed more than once. */
const dice: readonly (keyof typeof memberEvents)[] = [
  'subscribe',
  'subscribe',
  'month',
  'month',
  'week',
  'failingCard',
  'workingCard',
  'payOpenInvoice',
  'pauseCollection',
  'cancelInPortal',
  'cancelAtEnd',
  'resume',
  'cancelNow',
  'refund',
  'disputedPayment',
  'dispute',
  'decideDispute',
  'hosting',
  'voidOpenInvoice',
  'writeOffOpenInvoice',
  'abandonedCheckout',
  'twoTabs',
  'deleteCustomer',
  'openTab',
  'payInTab',
  'payLater',
  'decideLater',
  'guestBuys',
  'arrearsPaidTwice',
  'claim',
  'memberLeaves',
  'scheduler',
]

/** Events of a guests' history, repeated by their frequency. */
const guestDice: readonly (keyof typeof memberEvents)[] = [
  'guestBuys',
  'guestBuys',
  'guestBuys',
  'guestOpensTab',
  'openTab',
  'payInTab',
  'payInTab',
  'subscribe',
  'claim',
  'claim',
  'claim',
  'leave',
  'memberLeaves',
  'correctEmail',
  'endGuest',
  'cancelNow',
  'guestPaysLater',
  'decideLater',
  'disputeOfGuest',
  'decideDispute',
  'deleteGuest',
  'month',
  'scheduler',
]

/** Concurrent changes at Stripe during a request of the site. */
const others: readonly (keyof typeof memberEvents)[] = [
  'payInTab',
  'cancelNow',
  'endGuest',
  'decideLater',
  'refund',
  'failingCard',
]

type History = {
  member: User
  past: HistoryState
  /** The position in the account's store at which the history began. */
  position: number
  /** Whether every webhook was delivered. */
  hasAllWebhooks: boolean
  /** Invalid emails. */
  wrongMails: readonly string[]
  /** Whether the site's key may preview invoices. */
  canPreview: boolean
  /** The events so far, for the failure message. */
  story: string
}

/** Returns a restricted key without the permission to preview invoices. */
const keyWithoutPreviews = ({ account }: Site) =>
  account.createRestrictedKey({ ...sitePermissions, invoices: 'read' })

/** Runs one history with failing requests to Stripe; in the end Stripe works again. */
async function runHistory(on: Site, seed: number): Promise<History> {
  const random = createRandom(seed)
  const member = on.createUser()
  const post = new WebhookQueue(on, random)
  const past = createHistoryState(random)
  const position = getLastPosition(on)
  const story: string[] = []

  // A separate generator, because concurrent requests have no fixed order.
  const trouble = createRandom(seed ^ 0x5bd1e995)
  const failing = trouble.pick([0, 0.05, 0.15, 0.4])
  const repetitions = trouble.pick([0, 2])
  let meanwhiles = trouble.pick([0, 0.05])
  const connection = new UnreliableClient(on.account.directHttpClient, trouble, async () => {
    if (!trouble.chance(meanwhiles)) return
    const name = trouble.pick(others)
    story.push(`(${name})`)
    await memberEvents[name](on, member, past)
  })
  await on.account.control({ dunningEnd: trouble.pick(['cancel', 'unpaid', 'past_due']) })
  await on.account.control({ activeWhileProcessing: trouble.chance(0.5) })
  const canPreview = trouble.chance(0.8)
  on.billing.stripe = createClientOver(
    on,
    connection,
    repetitions,
    canPreview ? undefined : keyWithoutPreviews(on),
  )
  connection.setFailureProbability(failing)
  const mails = startMailServer(past, createRandom(seed ^ 0x2545f491))
  on.billing.mail = mails.mail
  mails.setFailureProbability(failing)

  const [first, thrown] = random.chance(0.5)
    ? (['subscribe', dice] as const)
    : (['guestBuys', guestDice] as const)
  for (const name of [first, ...Array.from({ length: 3 + random.number(6) }, () => random.pick(thrown))]) {
    story.push(name)
    const happen: MemberEvent = memberEvents[name]
    await happen(on, member, past)
    if (random.chance(0.6)) await post.deliverSome(0.5)
    if (random.chance(0.2)) {
      const writes = connection.writes.length
      await on.check(member, true)
      expect(connection.writes.slice(writes), `requests of a check, seed ${seed}`).toEqual([])
    }
  }
  connection.setFailureProbability(0)
  mails.setFailureProbability(0)
  meanwhiles = 0
  await post.deliverSome(1)
  const troubles = `${failing} of requests failing (${connection.failures}), repeated ${repetitions} times`
  return {
    member,
    past,
    position,
    hasAllWebhooks: post.lost === 0,
    wrongMails: mails.wrong,
    canPreview,
    story: `seed ${seed}, ${post.lost} lost${canPreview ? '' : ', previews refused'}, ${troubles}: ${story.join(', ')}`,
  }
}

/** Runs the scheduler until the queues are empty, without retry delays. */
async function rerunScheduler(site: Site): Promise<void> {
  const { billing } = site
  await billing.database.sql('update refunds set next_attempt_at = now() where settled_at is null')
  await billing.database.sql('update disputes set next_attempt_at = now() where settled_at is null')
  await billing.database.sql('update sync_queue set next_attempt_at = now()')
  await skipMailRetryDelays(site)
  await reconcile(billing)
}

const createBooks = ({ stripe, billing }: Site): Ledger => ({
  stripe,
  sql: billing.database.sql,
  prices: terms,
})

/** Lists the subscriptions that were created after a position in the account's store. */
function subscriptionsSince({ account }: Site, position: number): string[] {
  const rows = account.billing.store
    .prepare("select id from objects where kind = 'subscription' and position > ?")
    .all(position)
  return rows.map(({ id }) => String(id))
}

/** Returns a member's state by Stripe alone: paid or in arrears. */
async function expectTruth(on: Site, member: User, story: string): Promise<void> {
  const customer = await getCustomer(on, member)
  const { stripe } = on
  const state = await expectMirrorConsistent({ ...on.billing, stripe }, member.id, customer, story)
  const now = on.account.billing.clock.now()
  const paid = await Promise.all(
    (state?.subscriptions ?? []).map(async ({ id, status }) => {
      const open = await stripe.invoices.list({ subscription: id, status: 'open', limit: 100 })
      if (open.data.some(({ billing_reason }) => billing_reason === 'subscription_create')) return false
      if (status === 'active' || status === 'trialing') return true
      return status === 'past_due' && now < (open.data.at(-1)?.created ?? now) + 14 * 86_400
    }),
  )
  expect((await on.check(member)).subscribed, story).toBe(paid.includes(true))
}

/** Expects that the site changes no other product of a member, and refunds only second purchases. */
async function expectOthersUntouched(on: Site, member: User, story: string): Promise<void> {
  const customer = await getCustomer(on, member)
  if (!customer) return
  const { data } = await on.stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
  const foreign = data.filter((one) => !isMembership(one))
  expect(
    foreign.filter(({ status }) => status !== 'active'),
    story,
  ).toEqual([])
  expect(filterLiveSubscriptions(data.filter(isMembership)).length, story).toBeLessThanOrEqual(1)
  const noted = await on.billing.database.sql<{ id: string }>(
    'select stripe_subscription_id as id from refunds where stripe_customer_id = $1',
    [customer],
  )
  expect(
    noted.filter(({ id }) => foreign.some((one) => one.id === id)),
    story,
  ).toEqual([])
}

/** Expects that every buyer has access or a claim. */
async function expectAccessRight(on: Site, { member, past, position, story }: History): Promise<void> {
  for (const user of [member, ...past.users.values()]) await expectTruth(on, user, story)
  await expectGuestsConsistent(createBooks(on), subscriptionsSince(on, position), story)
}

/** Expects that every due email is sent once the server works, and that none is pending for a deleted person. */
async function expectOutboxEmpty({ billing }: Site, story: string): Promise<void> {
  const waiting = await billing.database.sql(
    `select n.kind, n.last_error from notices n join subscriptions using (stripe_subscription_id)
       join customers c using (stripe_customer_id)
     where n.sent_at is null and (n.kind not in ('intro_end', 'fee_change') or n.period > $1) and c.deleted_at is null`,
    [billing.now()],
  )
  expect(waiting, story).toEqual([])
}

/** Expects that a member can buy, or gets a valid refusal, once Stripe works again. */
async function expectSale(on: Site, member: User, story: string): Promise<void> {
  const isRefusal = (error: unknown) => error instanceof RequestProblem && error.status < 500
  const presses: boolean[] = []
  while (presses.length < 3 && !presses.includes(true))
    presses.push(await on.checkout({ user: member }, true).then(() => true, isRefusal))
  expect(presses, story).toContain(true)
}

/** Cancels the remaining subscriptions, so that their renewals do not slow down the next history. */
async function endAll({ account, stripe }: Site, position: number): Promise<void> {
  const rows = account.billing.store
    .prepare("select id from objects where kind = 'customer' and deleted = 0 and position > ?")
    .all(position)
  for (const { id } of rows) await stripe.customers.del(String(id))
}

/**
 * Defines the tests of half of the random histories. Two files share them, so that two workers run them.
 *
 * @param rest - 0 for even parts, 1 for odd ones
 */
export function testHistories(rest: 0 | 1): void {
  let site: Site | undefined
  beforeAll(() => {
    for (const method of ['warn', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {})
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await site?.close()
  })
  const parts = Array.from({ length: Math.ceil(histories / perSite) }, (_, index) => index)
  test.each(parts.filter((part) => part % 2 === rest))(
    'random histories end with the mirror equal to Stripe and access right, part %i',
    async (part) => {
      await site?.close()
      site = await startSite({ direct: true })
      const from = part * perSite
      for (let index = from; index < Math.min(from + perSite, histories); index += 1) {
        const history = await runHistory(site, firstSeed + index)
        // The scheduler is needed only for lost webhooks.
        if (!history.hasAllWebhooks) await rerunScheduler(site)
        await expectAccessRight(site, history)
        for (let visit = history.hasAllWebhooks ? 0 : 1; visit < 2; visit += 1) await rerunScheduler(site)
        const subscriptions = subscriptionsSince(site, history.position)
        await expectPaymentsConsistent(
          createBooks(site),
          subscriptions,
          history.past.canceledManually,
          history.story,
        )
        await expectAmountsConsistent(createBooks(site), subscriptions, history.canPreview, history.story)
        await expectOthersUntouched(site, history.member, history.story)
        expect(history.wrongMails, history.story).toEqual([])
        await expectOutboxEmpty(site, history.story)
        await expectSale(site, history.member, history.story)
        await endAll(site, history.position)
      }
    },
    600_000,
  )
}

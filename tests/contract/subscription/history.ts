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
import { createRandom, type Random } from '../../support/random.ts'
import { seedMailTexts } from '../../support/seedMailTexts.ts'
import { emptyPast, getCustomer, type Happening, happenings, type Past } from './life.ts'
import { lastPosition, Post } from './post.ts'
import { type Site, sitePermissions, skipMailRetryDelays, startSite, terms } from './support.ts'
import { clientOver, UnreliableClient } from './unreliable.ts'

vi.mock('@/lib/auth/server/clients', () => import('./accountsStub.ts'))

/** The mail server of a history, with what must not happen: a mail to a person whose account was deleted, or one twice. */
type MailServer = {
  mail: MailServices
  wrong: string[]
  /** How likely each mail is to fail from now on. */
  failWith(probability: number): void
}

/** A mail that fails is lost, or only its response is, so that the site has to send it again. */
function startMailServer(past: Past, trouble: Random): MailServer {
  const wrong: string[] = []
  const acknowledged = new Set<string>()
  const texts = seedMailTexts()
  let probability = 0
  return {
    wrong,
    failWith: (next) => {
      probability = next
    },
    mail: {
      texts: async () => texts,
      send: async ({ to, id = '', subject }) => {
        if (past.gone.has(to.toLowerCase())) wrong.push(`to a deleted person: ${to}`)
        if (acknowledged.has(id)) wrong.push(`twice: ${subject}`)
        if (!trouble.chance(probability)) acknowledged.add(id)
        else throw new Error('The mail server is down, or its response was lost. (A random history.)')
      },
    },
  }
}

const histories = Number(process.env.HISTORIES || (process.env.SOAK ? 10_000 : 40))
/** The seed of the first history, for a run of others than the last one. */
const firstSeed = Number(process.env.HISTORIES_FROM || 1)
/** An account with thousands of customers is slow to wind forward. */
const perSite = 20

/** Frequent events of a member are listed more than once. */
const dice: readonly [keyof typeof happenings, ...(keyof typeof happenings)[]] = [
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

/** The same for a history of guests. */
const guestDice: readonly [keyof typeof happenings, ...(keyof typeof happenings)[]] = [
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

/** Changes by others at Stripe while the site works. */
const others: readonly [keyof typeof happenings, ...(keyof typeof happenings)[]] = [
  'payInTab',
  'cancelNow',
  'endGuest',
  'decideLater',
  'refund',
  'failingCard',
]

type History = {
  member: User
  past: Past
  /** Where it began in the account. */
  position: number
  /** Every webhook has arrived, at least once. */
  hasAllWebhooks: boolean
  /** Mails that should not have been sent. */
  wrongMails: readonly string[]
  /** Whether the site's key may preview invoices. */
  canPreview: boolean
  /** The events so far, for the message of a failure. */
  story: string
}

/** A restricted key with which the site can do everything but preview invoices. */
const keyWithoutPreviews = ({ account }: Site) =>
  account.restrictedKey({ ...sitePermissions, invoices: 'read' })

/** Lives one history, in which requests to Stripe may fail; in the end all is well with Stripe. */
async function live(on: Site, seed: number): Promise<History> {
  const random = createRandom(seed)
  const member = on.createUser()
  const post = new Post(on, random)
  const past = emptyPast(random)
  const position = lastPosition(on)
  const story: string[] = []

  // Of its own, since requests at the same time come in any order.
  const trouble = createRandom(seed ^ 0x5bd1e995)
  const failing = trouble.pick([0, 0.05, 0.15, 0.4])
  const repetitions = trouble.pick([0, 2])
  let meanwhiles = trouble.pick([0, 0.05])
  const connection = new UnreliableClient(on.account.direct, trouble, async () => {
    if (!trouble.chance(meanwhiles)) return
    const name = trouble.pick(others)
    story.push(`(${name})`)
    await happenings[name](on, member, past)
  })
  await on.account.control({ dunningEnd: trouble.pick(['cancel', 'unpaid', 'past_due']) })
  await on.account.control({ activeWhileProcessing: trouble.chance(0.5) })
  const canPreview = trouble.chance(0.8)
  on.billing.stripe = clientOver(on, connection, repetitions, canPreview ? undefined : keyWithoutPreviews(on))
  connection.failWith(failing)
  const mails = startMailServer(past, createRandom(seed ^ 0x2545f491))
  on.billing.mail = mails.mail
  mails.failWith(failing)

  const [first, thrown] = random.chance(0.5)
    ? (['subscribe', dice] as const)
    : (['guestBuys', guestDice] as const)
  for (const name of [first, ...Array.from({ length: 3 + random.number(6) }, () => random.pick(thrown))]) {
    story.push(name)
    const happen: Happening = happenings[name]
    await happen(on, member, past)
    if (random.chance(0.6)) await post.arrive(0.5)
    if (random.chance(0.2)) {
      const writes = connection.writes.length
      await on.check(member, true)
      expect(connection.writes.slice(writes), `requests of a check, seed ${seed}`).toEqual([])
    }
  }
  connection.failWith(0)
  mails.failWith(0)
  meanwhiles = 0
  await post.arrive(1)
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

/** The scheduler runs again, after every delay of a retry. */
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

/** All subscriptions that were created after a position in the account. */
function subscriptionsSince({ account }: Site, position: number): string[] {
  const rows = account.billing.store
    .prepare("select id from objects where kind = 'subscription' and position > ?")
    .all(position)
  return rows.map(({ id }) => String(id))
}

/** Stripe's own state of a member, without the site's rules: paid for now, or in arrears. */
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

/** The site changes no other product of a member, and refunds only second purchases. */
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

/** Every buyer, user or guest, has access or a claim. */
async function expectAccessRight(on: Site, { member, past, position, story }: History): Promise<void> {
  for (const user of [member, ...past.users.values()]) await expectTruth(on, user, story)
  await expectGuestsConsistent(createBooks(on), subscriptionsSince(on, position), story)
}

/** Every mail that was recorded and is still due was sent, once the mail server works; none waits for a deleted person. */
async function expectOutboxEmpty({ billing }: Site, story: string): Promise<void> {
  const waiting = await billing.database.sql(
    `select n.kind, n.last_error from notices n join subscriptions using (stripe_subscription_id)
       join customers c using (stripe_customer_id)
     where n.sent_at is null and (n.kind not in ('intro_end', 'fee_change') or n.period > $1) and c.deleted_at is null`,
    [billing.now()],
  )
  expect(waiting, story).toEqual([])
}

/** Nothing that failed before keeps a member from buying, or from a reasonable refusal, once Stripe is well. */
async function expectSale(on: Site, member: User, story: string): Promise<void> {
  const isRefusal = (error: unknown) => error instanceof RequestProblem && error.status < 500
  const presses: boolean[] = []
  while (presses.length < 3 && !presses.includes(true))
    presses.push(await on.checkout({ user: member }, true).then(() => true, isRefusal))
  expect(presses, story).toContain(true)
}

/** Ends what a history has left, so that its renewals do not slow down the next one. */
async function endAll({ account, stripe }: Site, position: number): Promise<void> {
  const rows = account.billing.store
    .prepare("select id from objects where kind = 'customer' and deleted = 0 and position > ?")
    .all(position)
  for (const { id } of rows) await stripe.customers.del(String(id))
}

/**
 * Defines the tests of random histories, or of every second part of them: two files share them, so that two workers
 * do.
 *
 * @param rest - what the numbers of the parts leave when divided by two
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
        const history = await live(site, firstSeed + index)
        // Webhooks are enough by themselves; the scheduler makes up for those that were lost.
        if (!history.hasAllWebhooks) await rerunScheduler(site)
        await expectAccessRight(site, history)
        for (let visit = history.hasAllWebhooks ? 0 : 1; visit < 2; visit += 1) await rerunScheduler(site)
        const subscriptions = subscriptionsSince(site, history.position)
        await expectPaymentsConsistent(
          createBooks(site),
          subscriptions,
          history.past.endedByHand,
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

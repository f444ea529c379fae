import { buyerFields, daysToSeconds, submitForm } from 'local-cloud/testing/stripeAccount'
import type Stripe from 'stripe'
import { RequestProblem } from '@/lib/api/problem'
import type { User } from '@/lib/auth/server/requireUser'
import { getErrorCode } from '@/lib/errorCode'
import type { Buyer } from '@/lib/membership/checkout/checkout'
import { endMembershipFor } from '@/lib/membership/deleteAccount'
import { listMemberships } from '@/lib/membership/mirror/stripeState'
import { attachPurchase } from '@/lib/membership/ownership'
import { reconcile } from '@/lib/membership/reconcile'
import { filterLiveSubscriptions } from '../../support/ledger.ts'
import { addCredit, type HistoryState } from './historyState.ts'
import { createPrice, monthSeconds, payLater, type Site, setCard, subscribe } from './support.ts'
import { isOutage } from './unreliableClient.ts'

/** https://docs.stripe.com/testing#declined-payments */
const declinedCard = '4000 0000 0000 0002'
const testCards = { valid: 'pm_card_visa', failing: 'pm_card_chargeCustomerFail' } as const

/** An event of a random history (history.ts). Does nothing when a precondition is missing, such as a membership. */
export type MemberEvent = (site: Site, member: User, historyState: HistoryState) => Promise<void>

async function findLiveMembership(site: Site, member: User): Promise<Stripe.Subscription | undefined> {
  const customer = await getCustomer(site, member)
  return customer ? filterLiveSubscriptions(await listMemberships(site.stripe, customer))[0] : undefined
}

/** Returns the id of the member's customer in Stripe; undefined if there is none or it was deleted. */
export async function getCustomer(site: Site, member: User): Promise<string | undefined> {
  const [row] = await site.sql<{ id: string }>(
    'select stripe_customer_id as id from customers where user_id = $1',
    [member.id],
  )
  if (!row) return undefined
  return (await site.stripe.customers.retrieve(row.id)).deleted ? undefined : row.id
}

/** A change to a member's or a guest's Stripe object. */
type Change<Target> = (site: Site, target: Target, state: HistoryState, member: User) => Promise<unknown>

const withLiveMembership =
  (change: Change<Stripe.Subscription>): MemberEvent =>
  async (site, member, historyState) => {
    const subscription = await findLiveMembership(site, member)
    if (subscription) await change(site, subscription, historyState, member)
  }

const refusalCodes = [
  'already_subscribed',
  'membership_unpaid',
  'membership_ending',
  'sign_in_required',
  'payment_processing',
  'too_many_requests',
]

/**
 * Runs an action, up to three times while Stripe has an outage. Returns undefined if the site refuses the action with
 * an allowed code, or the third attempt also meets an outage; throws any other error.
 */
async function retryDuringOutage<Result>(
  allowedCodes: readonly string[],
  action: () => Promise<Result>,
): Promise<Result | undefined> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      return await action()
    } catch (error) {
      if (error instanceof RequestProblem && allowedCodes.includes(error.message)) return undefined
      if (!isOutage(error)) throw error
    }
  }
  return undefined
}

/** Starts a checkout. Returns the session's id, or undefined when the site refuses or Stripe has an outage. */
const startCheckout = (site: Site, buyer: Buyer, { linkCredits }: HistoryState) =>
  retryDuringOutage(refusalCodes, async () => {
    try {
      return (await site.checkout(buyer, { acceptsRegular: true })).sessionId
    } catch (error) {
      const { email } = 'user' in buyer ? buyer.user : buyer
      if (getErrorCode(error) === 'sign_in_required') addCredit(linkCredits, email, 1)
      throw error
    }
  })

/** Pays a checkout if it is still open. */
async function payIfOpen(site: Site, sessionId: string, { deletedEmails }: HistoryState): Promise<void> {
  const { status, customer } = await site.stripe.checkout.sessions.retrieve(sessionId, {
    expand: ['customer'],
  })
  if (status !== 'open') return
  // Uses the customer's email, since the session has `customer_details` only once it is paid.
  const payer = typeof customer === 'object' && !customer?.deleted ? customer : undefined
  deletedEmails.delete(payer?.email?.toLowerCase() ?? '')
  await site.pay(sessionId)
}

/** Starts a checkout, and pays it if the site does not refuse it. */
async function buy(site: Site, buyer: Buyer, historyState: HistoryState): Promise<void> {
  const session = await startCheckout(site, buyer, historyState)
  if (session) await payIfOpen(site, session, historyState)
}

/** Starts a checkout in a tab that stays open. */
async function openTab(site: Site, buyer: Buyer, historyState: HistoryState): Promise<void> {
  const session = await startCheckout(site, buyer, historyState)
  if (session) historyState.openSessionIds.push(session)
}

const createGuest = (email: string): Buyer => ({ network: email, email })

/** Picks and records a guest's email: a new one, the member's, or the last guest's. May return it in upper case. */
function chooseEmail(member: User, { random, emails, deletedEmails }: HistoryState): string {
  const unusedEmail = `guest${emails.length}.of.${member.email}`
  const guestEmail = random.pick([unusedEmail, member.email, emails.at(-1) ?? unusedEmail])
  emails.push(guestEmail)
  deletedEmails.delete(guestEmail)
  return random.chance(0.2) ? guestEmail.toUpperCase() : guestEmail
}

/** Finds the mirrored guests in a member's history. Returns their Stripe customers, except deleted ones. */
async function findGuests({ billing, stripe }: Site, member: User): Promise<Stripe.Customer[]> {
  const rows = await billing.database.sql<{ id: string }>(
    'select stripe_customer_id as id from customers where user_id is null and lower(email) like $1',
    [`%${member.email}`],
  )
  const customers = await Promise.all(rows.map(({ id }) => stripe.customers.retrieve(id)))
  return customers.flatMap((customer) => (customer.deleted ? [] : [customer]))
}

const withGuest =
  (change: Change<Stripe.Customer>): MemberEvent =>
  async (site, member, historyState) => {
    const guest = (await findGuests(site, member)).at(-1)
    if (guest) await change(site, guest, historyState, member)
  }

const setDefaultCard = (card: string) => withLiveMembership((site, { id }) => setCard(site, id, card))

/** Finds a customer's charge that was neither refunded nor disputed. Returns the charge's id. */
async function findCharge({ stripe }: Site, customer: string | undefined): Promise<string | undefined> {
  if (!customer) return undefined
  const { data } = await stripe.charges.list({ customer, limit: 100 })
  return data.find(({ paid, refunded, disputed }) => paid && !refunded && !disputed)?.id
}

const withOpenInvoice = (change: (invoices: Stripe.InvoiceResource, id: string) => Promise<unknown>) =>
  withLiveMembership(async ({ stripe: { invoices } }, { id: subscription }) => {
    const [invoice] = (await invoices.list({ subscription, status: 'open' })).data
    if (invoice?.id) await change(invoices, invoice.id)
  })

/** Starts a Klarna payment that succeeds or fails later. */
async function startDelayedPayment(site: Site, buyer: Buyer, historyState: HistoryState): Promise<void> {
  const session = await startCheckout(site, buyer, historyState)
  if (!session) return
  const { status } = await site.stripe.checkout.sessions.retrieve(session)
  if (status !== 'open') return
  if ('user' in buyer) historyState.deletedEmails.delete(buyer.user.email)
  historyState.processingSessionIds.push(await payLater(site, session))
}

/** Returns the id of a price for another product. Creates both once per Stripe account. */
async function getHostingPrice(site: Site): Promise<string> {
  const { data } = await site.stripe.prices.list({ limit: 100 })
  const existing = data.find(({ unit_amount }) => unit_amount === 5000)
  if (existing) return existing.id
  return createPrice(site, 5000, (await site.stripe.products.create({ name: 'Hosting' })).id)
}

/**
 * Ends a user's memberships and removes the personal data, as deleting an account does, unless a payment is still
 * being processed or every attempt meets a Stripe outage.
 *
 * @returns whether the deletion succeeded
 */
async function deleteUser(
  { billing, stripe }: Site,
  user: User,
  { endedIds, deletedEmails }: HistoryState,
): Promise<boolean> {
  const userEmail = user.email.toLowerCase()
  const rows = await billing.database.sql<{ id: string }>(
    'select stripe_customer_id as id from customers where user_id = $1',
    [user.id],
  )
  const customers = new Set(rows.map(({ id }) => id))
  // Includes all purchases made with the email, since webhooks may not have reported them yet.
  for await (const { id, email } of stripe.customers.list({ limit: 100 }))
    if (email?.toLowerCase() === userEmail) customers.add(id)
  for (const customer of customers) {
    if ((await stripe.customers.retrieve(customer)).deleted) continue
    for (const { id } of await listMemberships(stripe, customer)) endedIds.add(id)
  }
  const isDeleted = await retryDuringOutage([], async () => {
    await endMembershipFor(user, billing)
    return true
  }).catch((error: unknown) => {
    if (error instanceof Error && error.message.includes('is still pending')) return false
    throw error
  })
  if (!isDeleted) return false
  deletedEmails.add(userEmail)
  return true
}

/** All events of random histories, keyed by name. */
export const memberEvents = {
  subscribe: (site, member, historyState) => buy(site, { user: member }, historyState),
  passMonth: async (site, member, historyState) => {
    // Klarna and banks decide within days.
    while (historyState.processingSessionIds.length > 0)
      await memberEvents.decideDelayedPayment(site, member, historyState)
    site.account.billing.advance(monthSeconds)
  },
  passWeek: async (site) => site.account.billing.advance(daysToSeconds(7)),
  setFailingCard: setDefaultCard(testCards.failing),
  setWorkingCard: setDefaultCard(testCards.valid),
  // The payment may fail again.
  payOpenInvoice: withOpenInvoice((invoices, id) => invoices.pay(id).catch(() => {})),
  // Resumes the collection if it is already paused.
  pauseCollection: withLiveMembership(({ stripe }, { id, pause_collection }) =>
    stripe.subscriptions.update(id, { pause_collection: pause_collection ? '' : { behavior: 'void' } }),
  ),
  cancelInPortal: withLiveMembership(({ stripe }, { id, items }) =>
    stripe.subscriptions.update(id, { cancel_at: items.data[0]?.current_period_end ?? 0 }),
  ),
  cancelAtPeriodEnd: withLiveMembership(({ stripe }, { id }) =>
    stripe.subscriptions.update(id, { cancel_at_period_end: true }),
  ),
  resume: withLiveMembership(async ({ stripe }, { id, cancel_at }) => {
    if (cancel_at !== null) await stripe.subscriptions.update(id, { cancel_at: '' })
  }),
  cancelImmediately: withLiveMembership(({ stripe }, { id }, { endedIds }) => {
    endedIds.add(id)
    return stripe.subscriptions.cancel(id)
  }),
  refundPayment: async (site, member) => {
    const charge = await findCharge(site, await getCustomer(site, member))
    if (charge) await site.stripe.refunds.create({ charge })
  },
  setDisputedCard: setDefaultCard('pm_card_createDispute'),
  // A payment is disputed; the dispute may be lost later.
  disputePayment: async (site, member) => {
    const dispute = await findCharge(site, await getCustomer(site, member))
    if (dispute) await site.account.control({ dispute })
  },
  disputeGuestPayment: withGuest(async (site, { id }) => {
    const dispute = await findCharge(site, id)
    if (dispute) await site.account.control({ dispute })
  }),
  decideDispute: async ({ account, stripe }, _, { random, endedIds }) => {
    const dispute = account.billing.store.list('dispute').find(({ status }) => status === 'needs_response')
    if (!dispute) return
    const { customer } = await stripe.charges.retrieve(String(dispute.charge))
    // After a lost dispute, the site ends the membership without a refund.
    for (const { id } of await listMemberships(stripe, String(customer))) endedIds.add(id)
    await account.control({ closeDispute: dispute.id, won: random.chance(0.5) })
  },
  // The studio also sells hosting through the same Stripe account.
  subscribeToHosting: async (site, member) => {
    const customer = await getCustomer(site, member)
    if (!customer) return
    await subscribe(site, customer, await getHostingPrice(site))
  },
  voidOpenInvoice: withOpenInvoice((invoices, id) => invoices.voidInvoice(id)),
  writeOffOpenInvoice: withOpenInvoice((invoices, id) => invoices.markUncollectible(id)),
  // The card is declined in Checkout, and the buyer closes the tab.
  abandonCheckout: async (site, member, historyState) => {
    const session = await startCheckout(site, { user: member }, historyState)
    if (!session) return
    const { url } = await site.stripe.checkout.sessions.retrieve(session)
    if (url) await submitForm(url, { ...buyerFields, number: declinedCard, terms: 'yes' })
  },
  // The member starts a checkout in each of two tabs, and pays each one that is still open.
  payInTwoTabs: async (site, member, historyState) => {
    const sessions = await Promise.all([1, 2].map(() => startCheckout(site, { user: member }, historyState)))
    for (const session of sessions) if (session) await payIfOpen(site, session, historyState)
  },
  // The member opens a checkout, and pays later or never.
  openTab: (site, member, historyState) => openTab(site, { user: member }, historyState),
  openGuestTab: (site, member, historyState) =>
    openTab(site, createGuest(chooseEmail(member, historyState)), historyState),
  payInTab: async (site, _, historyState) => {
    const sessionId = historyState.openSessionIds.pop()
    if (sessionId) await payIfOpen(site, sessionId, historyState)
  },
  buyAsGuest: (site, member, historyState) =>
    buy(site, createGuest(chooseEmail(member, historyState)), historyState),
  // A member in arrears buys again as a guest with the same email.
  buyAgainInArrears: async (site, member, historyState) => {
    await memberEvents.setFailingCard(site, member, historyState)
    await memberEvents.passMonth(site, member, historyState)
    site.account.billing.advance(daysToSeconds(16))
    historyState.emails.push(member.email)
    await buy(site, createGuest(member.email), historyState)
  },
  startDelayedPayment: (site, member, historyState) =>
    startDelayedPayment(site, { user: member }, historyState),
  startGuestDelayedPayment: (site, member, historyState) =>
    startDelayedPayment(site, createGuest(chooseEmail(member, historyState)), historyState),
  decideDelayedPayment: async (site, _, { processingSessionIds, random }) => {
    const settle = processingSessionIds.pop()
    if (settle) await site.account.control({ settle, succeeds: random.chance(0.7) })
  },
  correctEmail: withGuest(({ stripe }, { id }, historyState, member) =>
    stripe.customers.update(id, { email: chooseEmail(member, historyState) }),
  ),
  cancelGuest: withGuest(async ({ stripe }, { id }, { endedIds }) => {
    for (const subscription of filterLiveSubscriptions(await listMemberships(stripe, id))) {
      endedIds.add(subscription.id)
      await stripe.subscriptions.cancel(subscription.id)
    }
  }),
  // A guest signs in with the link in the email.
  signInAsOwner: withGuest(async (site, { email }, { guestAccounts }, member) => {
    const guestEmail = email?.toLowerCase() ?? ''
    const user =
      guestEmail === member.email
        ? member
        : (guestAccounts.get(guestEmail) ?? { ...site.createUser(), email: guestEmail })
    if (user !== member) guestAccounts.set(guestEmail, user)
    await retryDuringOutage([], () => attachPurchase(site.billing, user))
  }),
  // A former guest deletes the account, and with it the guest purchases made with the same email.
  deleteGuestAccount: async (site, _, historyState) => {
    const [guestEmail, user] = [...historyState.guestAccounts].at(-1) ?? []
    if (guestEmail && user && (await deleteUser(site, user, historyState)))
      historyState.guestAccounts.delete(guestEmail)
  },
  // The member deletes the account, and with it the guest purchases made with the same email.
  deleteMemberAccount: async (site, member, historyState) => {
    await deleteUser(site, member, historyState)
  },
  runScheduler: async ({ billing }) => {
    await reconcile(billing)
  },
  deleteGuest: withGuest(async ({ stripe }, { id }, { endedIds }) => {
    for (const subscription of await listMemberships(stripe, id)) endedIds.add(subscription.id)
    await stripe.customers.del(id)
  }),
  deleteCustomer: async (site, member, { endedIds }) => {
    const customer = await getCustomer(site, member)
    if (!customer) return
    for (const { id } of await listMemberships(site.stripe, customer)) endedIds.add(id)
    await site.stripe.customers.del(customer)
  },
} as const satisfies Record<string, MemberEvent>

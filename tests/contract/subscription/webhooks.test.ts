import Stripe from 'stripe'
import { describe, expect, test, vi } from 'vitest'
import type { User } from '@/lib/auth/server/requireUser'
import { LeaseBusy } from '@/lib/database/lease'
import { LeaseLost } from '@/lib/membership/mirror/mirror'
import { openPortal } from '@/lib/membership/portal'
import { reconcile } from '@/lib/membership/reconcile'
import { settleChangedEmails, settleCustomer } from '@/lib/membership/settle'
import { expectRefusal, observeTransactions, setUpSite } from './support.ts'

const site = await setUpSite()

/** Delivers earlier webhooks, and creates a member with a paid checkout. Returns the checkout's undelivered events. */
async function createPaidCheckout() {
  const member = site.createUser()
  await site.deliverAll()
  const { sessionId } = await site.checkout({ user: member })
  await site.pay(sessionId)
  const session = await site.stripe.checkout.sessions.retrieve(sessionId)
  const [customer, subscription] = [String(session.customer), String(session.subscription)]
  const isOfCustomer = (event: Stripe.Event) => JSON.stringify(event.data.object).includes(customer)
  return { member, customer, subscription, events: (await site.events()).filter(isOfCustomer) }
}

function getFirst(events: Stripe.Event[]): Stripe.Event {
  const [event] = events
  if (!event) throw new Error('There is no event.')
  return event
}

describe('a webhook', () => {
  test('may arrive out of order or repeatedly', async () => {
    const { events, member } = await createPaidCheckout()
    for (const event of [...events].reverse()) await site.deliver(event)
    const rowsBefore = await site.sql('select * from subscriptions where user_id = $1', [member.id])
    for (const event of events) await site.deliver(event)
    expect(await site.sql('select * from subscriptions where user_id = $1', [member.id])).toEqual(rowsBefore)
    expect(await site.check(member)).toMatchObject({ subscribed: true })
  })

  test('that arrives late does not restore a canceled membership', async () => {
    const { events, member, subscription } = await createPaidCheckout()
    await site.stripe.subscriptions.cancel(subscription)
    for (const event of events) await site.deliver(event)
    expect(await site.check(member)).toMatchObject({ subscribed: false, status: 'canceled' })
  })

  test('is processed correctly even while two instances process twenty webhooks for one customer', async () => {
    const { events, member, customer, subscription } = await createPaidCheckout()
    const instances = [site.billing, site.otherInstance()]
    const processOne = async (index: number): Promise<void> => {
      const event = events[index % events.length]
      await settleCustomer(instances[index % 2] ?? site.billing, customer, event).catch((error: unknown) => {
        // Stripe resends a webhook if its customer's lease was held for too long.
        if (error instanceof LeaseBusy) return processOne(index)
        throw error
      })
    }
    const processing = Array.from({ length: 20 }, (_, index) => processOne(index))
    await site.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
    await Promise.all(processing)
    await site.deliverAll()
    expect(await site.sql('select * from subscriptions where user_id = $1', [member.id])).toHaveLength(1)
    expect(await site.check(member)).toMatchObject({ subscribed: true, ending: true, next_amount: null })
    const recordedEvents = await site.sql('select id from stripe_events where id = any ($1)', [
      events.map(({ id }) => id),
    ])
    expect(recordedEvents).toHaveLength(events.length)
  })

  test('about another product’s subscription, without metadata, is ignored', async () => {
    const event = getFirst((await createPaidCheckout()).events)
    const object = { object: 'subscription', customer: 'cus_other', items: { data: [] } }
    const type = 'customer.subscription.updated'
    const foreign = { ...event, id: 'evt_other', type, data: { object } } as unknown as Stripe.Event
    expect(await site.deliver(foreign)).toBeUndefined()
  })

  test('that is interrupted while writing the mirror changes nothing, and can be redelivered', async () => {
    const { events, member } = await createPaidCheckout()
    const event = getFirst(events.filter(({ type }) => type === 'customer.subscription.created'))
    const crash = new Error('The process ended here.')
    const transactionSpy = observeTransactions(site, () => (text) => {
      if (text.includes('insert into subscriptions')) throw crash
    })
    await expect(site.deliver(event)).rejects.toBe(crash)
    transactionSpy.mockRestore()
    expect(await site.sql('select from stripe_events where id = $1', [event.id])).toHaveLength(0)
    expect(await site.check(member)).toMatchObject({ subscribed: false })
    await site.deliver(event)
    expect(await site.check(member)).toMatchObject({ subscribed: true })
  })

  test.each(['reads the membership', 'previews the next invoice'])(
    'changes nothing when its lease expires while it %s, and another worker writes a later state',
    async (step) => {
      const { subscription, customer, ...member } = await site.createMember()
      const takeOver = async () => {
        await site.sql(`update leases set expires_at = now() - interval '1 second' where holder is not null`)
        await site.stripe.subscriptions.update(subscription, { cancel_at_period_end: true })
        await settleCustomer(site.otherInstance(), customer)
      }
      const { database, stripe } = site.billing
      if (step === 'reads the membership') {
        vi.spyOn(database, 'transaction').mockImplementationOnce(async (work) => {
          await takeOver()
          return database.transaction(work)
        })
        await expect(settleCustomer(site.billing, customer)).rejects.toThrow(LeaseLost)
      } else {
        vi.spyOn(stripe.invoices, 'createPreview').mockImplementationOnce(async (params) => {
          const invoice = await stripe.invoices.createPreview(params)
          await takeOver()
          return invoice
        })
        await settleCustomer(site.billing, customer)
      }
      expect(await site.check(member)).toMatchObject({ ending: true, next_amount: null })
    },
  )

  test('fails while Stripe is down, so that Stripe sends it again', async () => {
    const { events, member } = await createPaidCheckout()
    site.account.faults.set({ vendor: 'stripe', status: 503, count: 1 })
    await expect(site.deliver(getFirst(events))).rejects.toThrow()
    expect(await site.check(member)).toMatchObject({ subscribed: false })
    site.account.faults.clear('stripe')
    await site.deliver(getFirst(events))
    expect(await site.check(member)).toMatchObject({ subscribed: true })
  })
})

describe('checkSubscription', () => {
  test('serves the mirror, marked as stale, while Stripe is down', async () => {
    const member = await site.createMember()
    const strangerUser = site.createUser()
    site.account.faults.set({ vendor: 'stripe', status: 503 })
    site.account.billing.advance(3)
    const check = (user: User) => site.check(user, { isRefreshRequested: true })
    expect(await check(member)).toMatchObject({ subscribed: true, stale: true })
    expect(await check(strangerUser)).toMatchObject({ subscribed: false })
    site.account.faults.clear('stripe')
    expect(await check(member)).toMatchObject({ subscribed: true, stale: false })
  })

  test('refreshes from Stripe on request, such as after Checkout, even before any webhook arrives', async () => {
    const { member } = await createPaidCheckout()
    expect(await site.check(member)).toMatchObject({ subscribed: false })
    expect(await site.check(member, { isRefreshRequested: true })).toMatchObject({ subscribed: true })
  })

  test('never shows a user the state of a member with the same email', async () => {
    const member = await site.createMember()
    const otherUser = site.createUser()
    const response = await site.check({ ...otherUser, email: member.email }, { isRefreshRequested: true })
    expect(response).toMatchObject({ subscribed: false, manageable: false, next_amount: null })
  })
})

describe('the portal', () => {
  test('opens for the user’s customer, with one configuration for the site', async () => {
    const members = [await site.createMember(), await site.createMember()]
    for (const member of members) expect(await openPortal(site.billing, member)).toMatch(/\/p\/session\//)
    const { data } = await site.stripe.billingPortal.configurations.list()
    expect(data.filter(({ metadata }) => metadata?.purpose === 'creators-circle-membership')).toHaveLength(1)
  })

  test('does not open for a user without a customer, and creates no customer', async () => {
    const strangerUser = site.createUser()
    const member = await site.createMember()
    const countBefore = (await site.stripe.customers.list({ limit: 100 })).data.length
    for (const email of [strangerUser.email, member.email]) {
      await expectRefusal(openPortal(site.billing, { ...strangerUser, email }), '404 no_customer')
    }
    expect((await site.stripe.customers.list({ limit: 100 })).data).toHaveLength(countBefore)
  })
})

describe('a reconciliation', () => {
  test('finds changes and consents without webhooks, even when the last run was over 30 days ago', async () => {
    await site.deliverAll()
    expect((await reconcile(site.billing)).by).toBe('subscriptions')
    for (const by of ['events', 'subscriptions']) {
      const { member, customer } = await createPaidCheckout()
      const readAgreements = () =>
        site.sql(`select agreed_at is null as "isMissing" from consents where stripe_customer_id = $1`, [
          customer,
        ])
      expect(await readAgreements()).toEqual([{ isMissing: true }])
      if (by === 'subscriptions')
        await site.sql(`update reconcile_cursors set position = position - interval '40 days'`)
      expect(await reconcile(site.billing)).toMatchObject({ by })
      expect(await site.check(member)).toMatchObject({ subscribed: true })
      expect(await readAgreements()).toEqual([{ isMissing: false }])
    }
  })

  test('processes only customers that may have changed, when the last run was more than 30 days ago', async () => {
    const endedCheckout = await createPaidCheckout()
    await site.deliverAll()
    await site.stripe.subscriptions.cancel(endedCheckout.subscription)
    const moveCursorBack = () =>
      site.sql(`update reconcile_cursors set position = position - interval '40 days'`)
    await moveCursorBack()
    const firstRun = await reconcile(site.billing)
    expect(await site.check(endedCheckout.member)).toMatchObject({ subscribed: false, status: 'canceled' })
    await moveCursorBack()
    expect(await reconcile(site.billing)).toMatchObject({
      by: 'subscriptions',
      customers: firstRun.customers - 1,
    })
  })

  test('that fails after recording an event does not cause its webhook to be ignored', async () => {
    const { events, member } = await createPaidCheckout()
    const list = vi.spyOn(site.billing.stripe.subscriptions, 'list').mockImplementation(() => {
      throw new Error('Stripe does not respond.')
    })
    expect(await reconcile(site.billing)).toMatchObject({ by: 'events', failed: 1 })
    list.mockRestore()
    const event = getFirst(events.filter(({ type }) => type === 'customer.subscription.created'))
    expect(await site.sql('select from stripe_events where id = $1', [event.id])).toHaveLength(1)
    await site.deliver(event)
    expect(await site.check(member)).toMatchObject({ subscribed: true })
    await site.sql('update sync_queue set next_attempt_at = now()')
    expect(await reconcile(site.billing)).toMatchObject({ customers: 1, failed: 0 })
  })
})

describe('a changed email', () => {
  test('enqueues the customer once, and the scheduler retries until Stripe has the email', async () => {
    const member = await site.createMember()
    const movedMember = { ...member, email: `moved.${member.email}` }
    const { stripe, database } = site.billing
    const updateSpy = vi.spyOn(stripe.customers, 'update').mockRejectedValueOnce(new Error('away'))
    const listWithEmail = async () => (await site.stripe.customers.list({ email: movedMember.email })).data
    const readDueTimes = () => database.sql('select next_attempt_at from sync_queue')
    expect(await site.check(movedMember)).toMatchObject({ subscribed: true, stale: false })
    expect(updateSpy).not.toHaveBeenCalled()
    await reconcile(site.billing)
    expect(await listWithEmail()).toEqual([])
    const due = await readDueTimes()
    expect(due).toHaveLength(1)
    await site.check(movedMember)
    expect(await readDueTimes()).toEqual(due)
    await database.sql('update sync_queue set next_attempt_at = now()')
    await reconcile(site.billing)
    expect((await listWithEmail()).map(({ metadata }) => metadata.user_id)).toEqual([member.id])
    await site.check(movedMember)
    await reconcile(site.billing)
    expect(updateSpy).toHaveBeenCalledTimes(2)
  })

  test.each([
    ['the portal opens', openPortal],
    ['the change is confirmed', settleChangedEmails],
  ])('is written to Stripe when %s; after a failure, the next call retries', async (_, write) => {
    const member = await site.createMember()
    const movedMember = { ...member, email: `moved.${member.email}` }
    await site.check(movedMember)
    const { stripe } = site.billing
    vi.spyOn(stripe.customers, 'update').mockRejectedValueOnce(new Error('away'))
    const countMoved = async () => (await stripe.customers.list({ email: movedMember.email })).data.length
    await write(site.billing, movedMember)
    expect(await countMoved()).toBe(0)
    await write(site.billing, movedMember)
    expect(await countMoved()).toBe(1)
  })

  test('does not replace a billing email that staff set in Stripe', async () => {
    const member = await site.createMember()
    const [customer] = (await site.stripe.customers.list({ email: member.email })).data
    const billingEmail = `billing.${member.email}`
    await site.stripe.customers.update(String(customer?.id), { email: billingEmail })
    await site.deliverAll()
    for (const email of [member.email, `moved.${member.email}`]) {
      await site.check({ ...member, email })
      await openPortal(site.billing, { ...member, email })
      await reconcile(site.billing)
    }
    expect(await site.stripe.customers.retrieve(String(customer?.id))).toMatchObject({ email: billingEmail })
  })

  test('does not affect access even if Stripe refuses it', async () => {
    const member = await site.createMember()
    const movedMember = { ...member, email: 'jörg@bücher.example' }
    const refusal = new Stripe.errors.StripeInvalidRequestError({
      type: 'invalid_request_error',
      code: 'email_invalid',
    })
    const updateSpy = vi.spyOn(site.billing.stripe.customers, 'update').mockRejectedValueOnce(refusal)
    expect(await site.check(movedMember)).toMatchObject({ subscribed: true })
    expect(await reconcile(site.billing)).toMatchObject({ failed: 0, left: 0 })
    expect(await site.check(movedMember)).toMatchObject({ subscribed: true })
    expect(await reconcile(site.billing)).toMatchObject({ customers: 0 })
    expect(updateSpy).toHaveBeenCalledTimes(1)
  })
})

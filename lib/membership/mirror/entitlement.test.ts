import { describe, expect, it } from 'vitest'
import { needsRefresh, toSubscriptionResponse } from './checkSubscription'
import { computeEntitlement, type MirroredSubscription, type Status, statuses } from './entitlement'

const now = new Date('2026-11-21T12:00:00Z')
const days = (count: number) => new Date(now.getTime() + count * 86_400_000)
const grace = 14

const membership = (fields: Partial<MirroredSubscription> = {}): MirroredSubscription => ({
  id: 'sub_1',
  status: 'active',
  tier: "Creator's Circle",
  startedAt: days(-40),
  currentPeriodEnd: days(20),
  cancelAtPeriodEnd: false,
  cancelAt: null,
  endedAt: null,
  pastDueSince: null,
  nextAmount: 149_700,
  currency: 'usd',
  syncedAt: now,
  ...fields,
})
const check = (...subscriptions: MirroredSubscription[]) => computeEntitlement(subscriptions, now, grace)

describe('isEntitled', () => {
  it.each<[Status, boolean]>([
    ['active', true],
    ['trialing', true],
    ['past_due', true],
    ['incomplete', false],
    ['incomplete_expired', false],
    ['unpaid', false],
    ['paused', false],
    ['canceled', false],
  ])('%s: %s', (status, subscribed) => {
    expect(check(membership({ status, pastDueSince: days(-1) })).subscribed).toBe(subscribed)
  })

  it.each<[Status, boolean]>([
    ['active', true],
    ['trialing', true],
    ['past_due', true],
    ['unpaid', true],
    ['paused', true],
    ['incomplete', false],
    ['incomplete_expired', false],
    ['canceled', false],
  ])('finds a way to the portal, %s: %s', (status, manageable) => {
    // Long after the grace period, so that an unpaid renewal has ended the access.
    const arrears = membership({ status, pastDueSince: days(-40) })
    expect(toSubscriptionResponse([arrears], now, grace, false)).toMatchObject({ manageable })
  })

  it('covers every status', () => {
    expect(statuses).toHaveLength(8)
  })

  it('is false without subscriptions', () => {
    expect(check()).toEqual({
      subscribed: false,
      subscription: undefined,
      end: null,
      ending: false,
      pastDue: false,
    })
  })

  it.each([
    [-13.9, true],
    [-14.1, false],
  ])('accepts a renewal that has been unpaid for %s days: %s', (since, subscribed) => {
    const found = check(membership({ status: 'past_due', pastDueSince: days(since) }))
    expect(found).toMatchObject({ subscribed, pastDue: true })
  })

  it.each([
    ['cancelAt', { cancelAt: days(3) }, true],
    ['cancelAt, over', { cancelAt: days(-0.01) }, false],
    ['cancelAtPeriodEnd', { cancelAtPeriodEnd: true, currentPeriodEnd: days(3) }, true],
    ['cancelAtPeriodEnd, over', { cancelAtPeriodEnd: true, currentPeriodEnd: days(-0.01) }, false],
  ])('lasts to the end of the paid period: %s', (_, fields, subscribed) => {
    expect(check(membership(fields))).toMatchObject({ subscribed, ending: true })
  })

  it('trusts a stale mirror to the end of the period and the grace', () => {
    expect(check(membership({ currentPeriodEnd: days(-13.9) })).subscribed).toBe(true)
    expect(check(membership({ currentPeriodEnd: days(-14.1) })).subscribed).toBe(false)
  })

  it('uses the subscription that gives access, even an older one', () => {
    const old = membership({ id: 'sub_old' })
    const gone = membership({ id: 'sub_new', status: 'canceled', startedAt: days(-1) })
    expect(check(gone, old).subscription?.id).toBe('sub_old')
    expect(check(gone, membership({ id: 'sub_unpaid', status: 'unpaid' })).subscription?.id).toBe(
      'sub_unpaid',
    )
  })

  it('ends with the cancellation, and renews with the period', () => {
    expect(check(membership({ cancelAt: days(3) })).end).toEqual(days(3))
    expect(check(membership()).end).toEqual(days(20))
  })
})

describe('requests to Stripe', () => {
  it.each([
    ['a fresh mirror', {}, false],
    ['a mirror from yesterday', { syncedAt: days(-1.01) }, true],
    ['a renewal that is due', { currentPeriodEnd: days(-0.01), syncedAt: days(-0.02) }, true],
    ['a renewal that was asked about since', { currentPeriodEnd: days(-0.02), syncedAt: days(-0.01) }, false],
    ['an end that has come', { cancelAt: days(-0.01), syncedAt: days(-0.02) }, true],
    ['what is over anyway', { status: 'canceled' as const, syncedAt: days(-100) }, false],
  ])('needs a refresh: %s', (_, fields, requested) => {
    expect(needsRefresh([membership(fields)], now, false)).toBe(requested)
  })

  it('happen after a return from Checkout, unless the mirror is fresh', () => {
    expect(needsRefresh([], now, true)).toBe(true)
    expect(needsRefresh([membership({ syncedAt: days(-0.01) })], now, true)).toBe(true)
    expect(needsRefresh([membership()], now, true)).toBe(false)
  })

  it('never happen for a user without subscriptions', () => {
    expect(needsRefresh([], now, false)).toBe(false)
  })
})

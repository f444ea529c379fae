import { describe, expect, it } from 'vitest'
import { needsRefresh, toSubscriptionResponse } from './checkSubscription'
import { computeEntitlement, type Status } from './entitlement'
import type { MirroredSubscription } from './mirror'

const now = new Date('2026-11-21T12:00:00Z')
const daysFromNow = (count: number) => new Date(now.getTime() + count * 86_400_000)
const rules = { now: () => now, graceDays: 14, hasAccessWhilePaused: false }

const membership = (fields: Partial<MirroredSubscription> = {}): MirroredSubscription => ({
  id: 'sub_1',
  status: 'active',
  tier: "Creator's Circle",
  startedAt: daysFromNow(-40),
  currentPeriodEnd: daysFromNow(20),
  cancelAtPeriodEnd: false,
  cancelAt: null,
  cancelReason: null,
  endedAt: null,
  pastDueSince: null,
  pauseEndsAt: null,
  amountDue: null,
  introEndsAt: null,
  price: 149_700,
  nextAmount: 149_700,
  currency: 'usd',
  syncedAt: now,
  ...fields,
})
const check = (...subscriptions: MirroredSubscription[]) => computeEntitlement(subscriptions, rules)

describe('computeEntitlement', () => {
  it.each<[Status, boolean]>([
    ['active', true],
    ['trialing', true],
    ['past_due', true],
    ['incomplete', false],
    ['incomplete_expired', false],
    ['unpaid', false],
    ['paused', false],
    ['canceled', false],
    ['a status from a later API version', false],
  ])('in the paid period or the grace period, the status %s grants access: %s', (status, subscribed) => {
    expect(check(membership({ status, pastDueSince: daysFromNow(-1) })).subscribed).toBe(subscribed)
  })

  it('grants no access without subscriptions', () => {
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
  ])('with a renewal unpaid since day %s and 14 days of grace, grants access: %s', (since, subscribed) => {
    const entitlement = check(membership({ status: 'past_due', pastDueSince: daysFromNow(since) }))
    expect(entitlement).toMatchObject({ subscribed, pastDue: true })
  })

  it.each([
    ['cancelAt', { cancelAt: daysFromNow(3) }, true],
    ['cancelAt, over', { cancelAt: daysFromNow(-0.01) }, false],
    ['cancelAtPeriodEnd', { cancelAtPeriodEnd: true, currentPeriodEnd: daysFromNow(3) }, true],
    ['cancelAtPeriodEnd, over', { cancelAtPeriodEnd: true, currentPeriodEnd: daysFromNow(-0.01) }, false],
  ])('grants access until a subscription’s scheduled end: %s', (_, fields, subscribed) => {
    expect(check(membership(fields))).toMatchObject({ subscribed, ending: true })
  })

  it('with a stale mirror, grants access until the end of the grace period', () => {
    expect(check(membership({ currentPeriodEnd: daysFromNow(-13.9) })).subscribed).toBe(true)
    expect(check(membership({ currentPeriodEnd: daysFromNow(-14.1) })).subscribed).toBe(false)
  })

  it.each([true, false])(
    'grants access while a subscription is paused only if the studio allows it: %s',
    (hasAccess) => {
      const paused = membership({ status: 'paused' })
      const decision = { ...rules, hasAccessWhilePaused: hasAccess }
      expect(computeEntitlement([paused], decision).subscribed).toBe(hasAccess)
    },
  )

  it('prefers a subscription that grants access, then a live one', () => {
    const older = membership({ id: 'sub_old' })
    const canceled = membership({ id: 'sub_new', status: 'canceled', startedAt: daysFromNow(-1) })
    expect(check(canceled, older).subscription?.id).toBe('sub_old')
    expect(check(canceled, membership({ id: 'sub_unpaid', status: 'unpaid' })).subscription?.id).toBe(
      'sub_unpaid',
    )
  })

  it('returns the scheduled cancellation as the end of access, or else the end of the period', () => {
    expect(check(membership({ cancelAt: daysFromNow(3) })).end).toEqual(daysFromNow(3))
    expect(check(membership()).end).toEqual(daysFromNow(20))
  })
})

describe('toSubscriptionResponse', () => {
  it.each<[Status, boolean]>([
    ['active', true],
    ['trialing', true],
    ['past_due', true],
    ['unpaid', true],
    ['paused', true],
    ['incomplete', false],
    ['incomplete_expired', false],
    ['canceled', false],
    ['a status from a later API version', false],
  ])('with the status %s after the grace period, returns manageable: %s', (status, manageable) => {
    const subscription = membership({ status, pastDueSince: daysFromNow(-40) })
    const response = toSubscriptionResponse([subscription], rules)
    expect(response).toMatchObject({ manageable })
  })
})

describe('needsRefresh', () => {
  it.each([
    ['a mirror that was just written', false, {}],
    ['a mirror older than a day', true, { syncedAt: daysFromNow(-1.01) }],
    [
      'a mirror older than a renewal',
      true,
      { currentPeriodEnd: daysFromNow(-0.01), syncedAt: daysFromNow(-0.02) },
    ],
    [
      'a mirror newer than a renewal',
      false,
      { currentPeriodEnd: daysFromNow(-0.02), syncedAt: daysFromNow(-0.01) },
    ],
    [
      'a mirror older than a cancellation',
      true,
      { cancelAt: daysFromNow(-0.01), syncedAt: daysFromNow(-0.02) },
    ],
    [
      'a mirror older than the end of a pause',
      true,
      { status: 'paused' as const, pauseEndsAt: daysFromNow(-0.01), syncedAt: daysFromNow(-0.02) },
    ],
    [
      'an old mirror of an ended subscription',
      false,
      { status: 'canceled' as const, syncedAt: daysFromNow(-100) },
    ],
  ])('without a requested refresh, for %s, returns %s', (_, expected, fields) => {
    expect(needsRefresh([membership(fields)], now, { isRequested: false })).toBe(expected)
  })

  it('is true for a requested refresh, unless the mirror was just written', () => {
    expect(needsRefresh([], now, { isRequested: true })).toBe(true)
    expect(needsRefresh([membership({ syncedAt: daysFromNow(-0.01) })], now, { isRequested: true })).toBe(
      true,
    )
    expect(needsRefresh([membership()], now, { isRequested: true })).toBe(false)
  })

  it('is false without subscriptions and without a requested refresh', () => {
    expect(needsRefresh([], now, { isRequested: false })).toBe(false)
  })
})

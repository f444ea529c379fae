import { isStorageFailure } from '../../http/storageFailure.ts'
import type { MovableClock } from '../clock.ts'
import type { Account, Work } from '../work.ts'
import { expireCoupon } from './discounts.ts'
import { advanceInvoice, advanceSubscription, expireSession } from './renew.ts'

/** An account with its time, and somebody to tell of what could not be done. */
type Agenda = Account & { clock: MovableClock; log: (line: string) => void }

/** How often the account looks whether something is due. Milliseconds. */
const TICK = 1000

function carryOut(work: Work, due: { kind: string; id: string; at: number }): void {
  if (due.kind === 'subscription') advanceSubscription(work, work.need('subscription', due.id), due.at)
  if (due.kind === 'invoice') advanceInvoice(work, work.need('invoice', due.id))
  if (due.kind === 'coupon') expireCoupon(work, work.need('coupon', due.id))
  if (due.kind === 'checkout.session') expireSession(work, work.need('checkout.session', due.id))
}

/**
 * Does everything that becomes due until a time, in order, each at its own moment.
 *
 * @param clock - a test clock's id, or null for the account's own time
 * @param at - is called with the moment before anything is done then. Seconds since 1970
 * @throws when the disk cannot be written; what was due then still is
 */
function runUntil(account: Agenda, clock: string | null, until: number, at: (moment: number) => void): void {
  for (;;) {
    const due = account.store.nextDue(clock, until)
    if (!due) return
    at(due.at)
    try {
      account.store.transaction(() => {
        account.store.postpone(due.id)
        carryOut(account.work(), due)
      })
    } catch (error) {
      if (isStorageFailure(error)) throw error
      account.log(
        `local cloud: ${due.kind} ${due.id} could not go on: ${error instanceof Error ? error.stack : error}`,
      )
      account.store.postpone(due.id)
    }
  }
}

/** Does what is due by the account's own time. */
export function runDue(account: Agenda): void {
  const { clock } = account
  const until = clock.target()
  try {
    runUntil(account, null, until, (moment) => clock.hold(moment))
  } finally {
    clock.hold(undefined)
  }
  account.wake()
}

/** Moves a test clock to a time and does what becomes due on it. Seconds since 1970. */
export function runTestClock(account: Agenda, id: string, target: number): void {
  const set = (frozen_time: number, done = false) =>
    account.store.transaction(() => {
      const clock = account.store.get('test_helpers.test_clock', id)
      if (!clock) return
      if (!done) return account.store.put('test_helpers.test_clock', { ...clock, frozen_time })
      const ready = { ...clock, frozen_time, status: 'ready', status_details: {} }
      account.work().save('test_helpers.test_clock', ready, 'test_helpers.test_clock.ready')
    })
  runUntil(account, id, target, (moment) => set(moment))
  set(target, true)
  account.wake()
}

/** Moves everything on: the account's time and every test clock. Seconds. */
export function advanceAll(account: Agenda, seconds: number): void {
  account.store.transaction(() => account.clock.advance(seconds))
  runDue(account)
  for (const { id, frozen_time } of account.store.all('test_helpers.test_clock')) {
    runTestClock(account, id, frozen_time + seconds)
  }
}

/** Keeps looking whether something is due, until the returned function is called. */
export function keepTime(account: Agenda): () => void {
  let isFailing = false
  const tick = () => {
    try {
      runDue(account)
      isFailing = false
    } catch (error) {
      if (!isFailing) account.log(`local cloud: what is due at Stripe waits: ${error}`)
      isFailing = true
    }
  }
  const timer = setInterval(tick, TICK)
  timer.unref()
  return () => clearInterval(timer)
}

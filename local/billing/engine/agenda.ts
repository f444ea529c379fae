import type { Billing } from '../billing.ts'
import type { Work } from '../work.ts'
import { advanceInvoice, advanceSubscription, expireSession } from './renew.ts'

/** How often the account looks whether something is due. Milliseconds. */
const TICK = 1000

function carryOut(work: Work, due: { kind: string; id: string; at: number }): void {
  if (due.kind === 'subscription') advanceSubscription(work, work.need('subscription', due.id), due.at)
  if (due.kind === 'invoice') advanceInvoice(work, work.need('invoice', due.id))
  if (due.kind === 'checkout.session') expireSession(work, work.need('checkout.session', due.id))
}

/**
 * Does everything that becomes due until a time, in order, each at its own moment.
 *
 * @param clock - a test clock's id, or null for the account's own time
 * @param at - is called with the moment before anything is done then. Seconds since 1970
 */
function runUntil(billing: Billing, clock: string | null, until: number, at: (moment: number) => void): void {
  for (;;) {
    const due = billing.store.nextDue(clock, until)
    if (!due) return
    at(due.at)
    try {
      billing.store.transaction(() => {
        billing.store.postpone(due.id)
        carryOut(billing.work(), due)
      })
    } catch (error) {
      billing.log(
        `local cloud: ${due.kind} ${due.id} could not go on: ${error instanceof Error ? error.stack : error}`,
      )
      billing.store.postpone(due.id)
    }
  }
}

/** Does what is due by the account's own time. */
export function runDue(billing: Billing): void {
  const { clock } = billing
  const until = clock.target()
  try {
    runUntil(billing, null, until, (moment) => clock.hold(moment))
  } finally {
    clock.hold(undefined)
  }
  billing.wake()
}

/** Moves a test clock to a time and does what becomes due on it. Seconds since 1970. */
export function runTestClock(billing: Billing, id: string, target: number): void {
  const set = (frozen_time: number, done = false) =>
    billing.store.transaction(() => {
      const clock = billing.store.get('test_helpers.test_clock', id)
      if (!clock) return
      if (!done) return billing.store.put('test_helpers.test_clock', { ...clock, frozen_time })
      const ready = { ...clock, frozen_time, status: 'ready', status_details: {} }
      billing.work().save('test_helpers.test_clock', ready, 'test_helpers.test_clock.ready')
    })
  runUntil(billing, id, target, (moment) => set(moment))
  set(target, true)
  billing.wake()
}

/** Moves everything on: the account's time and every test clock. Seconds. */
export function advanceAll(billing: Billing, seconds: number): void {
  billing.store.transaction(() => billing.clock.advance(seconds))
  runDue(billing)
  for (const { id, frozen_time } of billing.store.all('test_helpers.test_clock')) {
    runTestClock(billing, id, frozen_time + seconds)
  }
}

/** Keeps looking whether something is due, until the returned function is called. */
export function keepTime(billing: Billing): () => void {
  const timer = setInterval(() => runDue(billing), TICK)
  timer.unref()
  return () => clearInterval(timer)
}

import { isStorageFailure } from '../../http/storageFailure.ts'
import type { MovableClock } from '../clock.ts'
import type { Account, Work } from '../work.ts'
import { advanceInvoice, advanceSubscription, expireSession } from './renew.ts'

type Agenda = Account & { clock: MovableClock; log: (line: string) => void }

const INTERVAL_MS = 1000

function execute(work: Work, due: { kind: string; id: string; at: number }): void {
  if (due.kind === 'subscription') advanceSubscription(work, work.need('subscription', due.id), due.at)
  if (due.kind === 'invoice') advanceInvoice(work, work.need('invoice', due.id))
  if (due.kind === 'checkout.session') expireSession(work, work.need('checkout.session', due.id))
}

/**
 * Does everything that is due, in order, each at its own time.
 *
 * @throws when the disk cannot be written; what was due remains due
 */
export function runDue({ store, work, clock, log, wake }: Agenda): void {
  const until = clock.target()
  try {
    for (let due = store.nextDue(until); due; due = store.nextDue(until)) {
      const { id, kind, at } = due
      clock.hold(at)
      try {
        store.transaction(() => {
          store.postpone(id)
          execute(work(), { id, kind, at })
        })
      } catch (error) {
        if (isStorageFailure(error)) throw error
        log(`local cloud: due ${kind} ${id} failed: ${error instanceof Error ? error.stack : error}`)
        store.postpone(id)
      }
    }
  } finally {
    clock.hold(undefined)
  }
  wake()
}

/** Runs what is due every second, until the returned function is called. */
export function startAgenda(account: Agenda): () => void {
  let isFailing = false
  const run = () => {
    try {
      runDue(account)
      isFailing = false
    } catch (error) {
      if (!isFailing) account.log(`local cloud: due work of Stripe failed; it is retried: ${error}`)
      isFailing = true
    }
  }
  const timer = setInterval(run, INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

import { isStorageFailure } from '../../http/storageFailure.ts'
import type { Account, Operation } from '../operation.ts'
import { advanceInvoice, advanceSubscription, expireSession } from './renew.ts'

const INTERVAL_MS = 1000

function changeDueObject(operation: Operation, due: { kind: string; id: string; at: number }): void {
  if (due.kind === 'subscription')
    advanceSubscription(operation, operation.getOrThrow('subscription', due.id), due.at)
  if (due.kind === 'invoice') advanceInvoice(operation, operation.getOrThrow('invoice', due.id))
  if (due.kind === 'checkout.session')
    expireSession(operation, operation.getOrThrow('checkout.session', due.id))
}

/**
 * Applies, in order, all scheduled changes that are due, each with the clock frozen at its due time, then sends pending
 * webhook deliveries. A change that fails is logged and dropped.
 *
 * @throws when writing to disk fails; the remaining changes stay due
 */
export function runDueChanges(
  { store, startOperation, clock, sendPending }: Account,
  log: (line: string) => void,
): void {
  const until = clock.getRunningTime()
  try {
    for (let due = store.findNextDue(until); due; due = store.findNextDue(until)) {
      const { id, kind, at } = due
      clock.freezeAt(at)
      try {
        store.transaction(() => {
          store.clearDueTime(id)
          changeDueObject(startOperation(), { id, kind, at })
        })
      } catch (error) {
        if (isStorageFailure(error)) throw error
        log(
          `local cloud: scheduled change of ${kind} ${id} failed: ${error instanceof Error ? error.stack : error}`,
        )
        store.clearDueTime(id)
      }
    }
  } finally {
    clock.unfreeze()
  }
  sendPending()
}

/** Every second, applies the scheduled changes that are due, until the returned function is called. */
export function startDueChangesTimer(account: Account, log: (line: string) => void): () => void {
  let isFailing = false
  const run = () => {
    try {
      runDueChanges(account, log)
      isFailing = false
    } catch (error) {
      if (!isFailing) log(`local cloud: Stripe's scheduled changes failed, retrying: ${error}`)
      isFailing = true
    }
  }
  const timer = setInterval(run, INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

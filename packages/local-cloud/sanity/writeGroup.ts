import type { Storage } from './storage.ts'
import type { CommittedTransaction } from './types.ts'

/** What becomes of a group's transactions. */
type Outcome = {
  /** They are on disk. */
  written(transactions: readonly CommittedTransaction[]): void
  /** They could not be written. */
  lost(transactions: readonly CommittedTransaction[]): void
}

type Waiting = { fulfil: () => void; reject: (error: unknown) => void }

/** However slow the disk is, nobody waits longer than this for others to come. Milliseconds. */
const LONGEST_WAIT = 20

/**
 * Transactions that go to the disk in one piece, so that many writers wait for it once. A group ends as soon as nobody
 * else comes. Where several came the last time it waits for as many again, but never longer than the disk took then.
 */
export class WriteGroup {
  /** Whether what is committed now belongs to the group. */
  isJoining = false
  private readonly storage: Storage
  private readonly outcome: Outcome
  private transactions: CommittedTransaction[] = []
  private waiting: Waiting[] = []
  /** What the disk answered when it gave up the group. */
  private failure: unknown
  private expected = 1
  private groupWait = 0
  private timer: NodeJS.Timeout | undefined
  private turn: NodeJS.Immediate | undefined

  constructor(storage: Storage, outcome: Outcome) {
    this.storage = storage
    this.outcome = outcome
  }

  /** Whether transactions are on their way to the disk that nobody has been told of. */
  get isOpen(): boolean {
    return this.transactions.length > 0
  }

  /** Does `work`, and answers what comes of it once all transactions it can have seen are on disk. */
  async join<Result>(work: () => Result): Promise<Result> {
    this.isJoining = true
    try {
      return work()
    } finally {
      this.isJoining = false
      // Even a refusal may be due to a transaction that is still under way.
      if (this.transactions.length > 0) await this.end()
    }
  }

  /**
   * Takes up a transaction, all of it or nothing. Throws on a transaction id seen before, and once the disk has failed
   * the group.
   */
  add(transaction: CommittedTransaction): void {
    // It would be kept without those that it builds on.
    if (this.failure) throw this.failure
    if (this.transactions.length === 0) this.storage.begin()
    try {
      this.storage.append(transaction)
    } catch (error) {
      if (this.transactions.length === 0) this.storage.rollback()
      else if (!this.storage.isWriting) this.failure = error
      throw error
    }
    this.transactions.push(transaction)
  }

  private end(): Promise<void> {
    const ended = new Promise<void>((fulfil, reject) => this.waiting.push({ fulfil, reject }))
    if (this.waiting.length < this.expected) this.timer ??= setTimeout(() => this.finish(), this.groupWait)
    else this.turn ??= setImmediate(() => this.lookAgain(this.waiting.length))
    return ended
  }

  private lookAgain(before: number): void {
    if (this.waiting.length === before) this.finish()
    else this.turn = setImmediate(() => this.lookAgain(this.waiting.length))
  }

  /** Writes what there is now. */
  finish(): void {
    clearTimeout(this.timer)
    clearImmediate(this.turn)
    this.timer = undefined
    this.turn = undefined
    const { transactions, waiting, failure } = this
    if (transactions.length === 0) return
    this.transactions = []
    this.waiting = []
    this.failure = undefined
    const started = performance.now()
    try {
      if (failure) throw failure
      this.storage.end()
    } catch (error) {
      this.storage.rollback()
      this.outcome.lost(transactions)
      for (const { reject } of waiting) reject(error)
      return
    }
    this.expected = waiting.length
    this.groupWait = Math.min(performance.now() - started, LONGEST_WAIT)
    this.outcome.written(transactions)
    for (const { fulfil } of waiting) fulfil()
  }
}

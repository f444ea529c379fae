import { Budget } from '../budget.ts'
import type { Dataset } from '../dataset.ts'
import { FOLLOWING } from '../queries.ts'
import { QuickTime } from '../quickTime.ts'
import { inTurns } from '../turns.ts'
import type { CommittedTransaction } from '../types.ts'
import type { EventStream } from './eventStream.ts'

/** How many transactions an interrupted stream may have missed and still go on, and what they may have changed. */
const REACH = { transactions: 5000, changes: 5000, bytes: 32_000_000 }

/** What a listener may always take of a transaction, and for each document that it changed. Milliseconds. */
const LEAST = { transaction: 20, document: 0.1 }

type Subscriber = (transaction: CommittedTransaction) => void

type Subscription = {
  tell: Subscriber
  /** The transaction that was the last one when it began. */
  since: number
}

/**
 * The transactions of a dataset as streams tell them, so that one that was interrupted, by a restart of the local
 * cloud too, can go on where it stopped. Whoever writes waits for none of them, and others get their turn in between.
 */
export class Journal {
  private readonly dataset: Dataset
  private readonly subscriptions = new Set<Subscription>()
  private readonly untold: CommittedTransaction[] = []
  private isTelling = false
  private epoch: string
  private readonly listening: QuickTime

  /** Follows `dataset` from now on. `listening` is what its listeners may take together. */
  constructor(dataset: Dataset, listening = new QuickTime(FOLLOWING)) {
    this.dataset = dataset
    this.listening = listening
    this.epoch = dataset.storage.epoch()
    dataset.subscribe((transaction) => {
      this.untold.push(transaction)
      if (this.isTelling) return
      this.isTelling = true
      void inTurns(this.telling())
    })
  }

  private *telling(): Generator<void, void> {
    for (let next = this.untold.shift(); next; next = this.untold.shift()) {
      for (const subscription of [...this.subscriptions]) {
        if (next.sequence > subscription.since) this.tell(subscription, next)
        yield
      }
    }
    this.isTelling = false
  }

  private tell(subscription: Subscription, transaction: CommittedTransaction): void {
    if (!this.subscriptions.has(subscription)) return
    // A stream's failure is its own: the others must hear of the transaction.
    try {
      subscription.tell(transaction)
    } catch (error) {
      console.error('local cloud: a stream failed:', error)
    }
  }

  /**
   * What `work` makes of a transaction for a listener, who may take what the others have left, but always enough to look
   * at each document. Throws a BudgetExceeded when it takes more.
   */
  within<Result>({ changes }: CommittedTransaction, work: (budget: Budget) => Result): Result {
    const spare = this.listening.allowance()
    const least = LEAST.transaction + Math.round(changes.length * LEAST.document)
    const time = Math.min(Math.max(Math.round(spare.time), least), FOLLOWING.time)
    const budget = new Budget({ ...spare, time })
    try {
      return work(budget)
    } finally {
      this.listening.used(budget.time)
    }
  }

  /** The id of the last transaction's events, or of a place before the first one. */
  get position(): string {
    return this.idOf(this.dataset.position)
  }

  /** The id that the events of a transaction carry. */
  idOf(sequence: number): string {
    return `${this.epoch}-${sequence}`
  }

  /** What came after the event with this id, read as it is gone through; undefined when that can't be told any more. */
  since(eventId: string): Iterable<CommittedTransaction> | undefined {
    const { position, storage } = this.dataset
    const [epoch, number] = eventId.split('-')
    const sequence = Number(number)
    if (epoch !== this.epoch || !Number.isInteger(sequence) || sequence > position) return undefined
    if (sequence < 0 || position - sequence > REACH.transactions) return undefined
    const { changes, bytes } = storage.extentAfter(sequence, REACH.changes + 1)
    if (changes > REACH.changes || bytes > REACH.bytes) return undefined
    return storage.transactionsAfter(sequence)
  }

  /** Starts over, as the dataset does when it is emptied: nobody can go on from before. */
  restart(): void {
    this.epoch = this.dataset.storage.epoch()
    this.untold.length = 0
  }

  /** Calls `subscriber` with what a stream has missed, and with every transaction from now on, until it ends. */
  serve(stream: EventStream, subscriber: Subscriber, missed: Iterable<CommittedTransaction> = []): void {
    const late: CommittedTransaction[] = []
    const subscription: Subscription = {
      tell: (transaction) => late.push(transaction),
      since: this.dataset.position,
    }
    this.subscriptions.add(subscription)
    stream.onClose(() => this.subscriptions.delete(subscription))
    inTurns(this.catchingUp(subscription, subscriber, missed, late)).catch((error) => {
      console.error('local cloud: a stream could not go on:', error)
      stream.close()
    })
  }

  private *catchingUp(
    subscription: Subscription,
    subscriber: Subscriber,
    missed: Iterable<CommittedTransaction>,
    late: readonly CommittedTransaction[],
  ): Generator<void, void> {
    for (const transactions of [missed, late]) {
      for (const transaction of transactions) {
        // It is on the disk already and comes as late, when it is in force.
        if (transactions === missed && transaction.sequence > subscription.since) break
        subscriber(transaction)
        yield
        if (!this.subscriptions.has(subscription)) return
      }
    }
    subscription.tell = subscriber
  }
}

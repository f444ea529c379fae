import { randomBytes } from 'node:crypto'
import type { Dataset } from '../dataset.ts'
import type { CommittedTransaction } from '../types.ts'

/** How many transactions an interrupted stream may have missed and still go on. */
const KEPT = 500

type Subscriber = (transaction: CommittedTransaction) => void

/**
 * The recent transactions of a dataset, so that a stream that was interrupted can go on where it stopped. It is
 * kept in memory: after a restart of the local cloud streams start anew.
 */
export class Journal {
  private epoch = randomBytes(6).toString('hex')
  private readonly recent: CommittedTransaction[] = []
  private readonly subscribers = new Set<Subscriber>()
  private head: number

  /** Follows `dataset` from now on. */
  constructor(dataset: Dataset) {
    this.head = dataset.storage.head().sequence
    dataset.subscribe((transaction) => {
      this.recent.push(transaction)
      if (this.recent.length > KEPT) this.recent.shift()
      this.head = transaction.sequence
      for (const subscriber of [...this.subscribers]) subscriber(transaction)
    })
  }

  /** The id of the last transaction's events, or of a place before the first one. */
  get position(): string {
    return this.idOf(this.head)
  }

  /** The id that the events of a transaction carry. */
  idOf(sequence: number): string {
    return `${this.epoch}-${sequence}`
  }

  /** What came after the event with this id; `undefined` when that can't be told any more. */
  since(eventId: string): CommittedTransaction[] | undefined {
    const [epoch, number] = eventId.split('-')
    const sequence = Number(number)
    if (epoch !== this.epoch || !Number.isInteger(sequence) || sequence > this.head) return undefined
    const first = this.recent[0]
    const reachesBack = sequence === this.head || (first !== undefined && first.sequence <= sequence + 1)
    return reachesBack ? this.recent.filter((transaction) => transaction.sequence > sequence) : undefined
  }

  /** Starts over, as the dataset does when it is emptied: nobody can go on from before. */
  restart(): void {
    this.epoch = randomBytes(6).toString('hex')
    this.recent.length = 0
    this.head = 0
  }

  /** Calls `subscriber` with every transaction from now on. Returns a function that ends it. */
  subscribe(subscriber: Subscriber): () => void {
    this.subscribers.add(subscriber)
    return () => {
      this.subscribers.delete(subscriber)
    }
  }
}

import type { Dataset } from '../dataset.ts'
import type { CommittedTransaction } from '../types.ts'

/** How many transactions an interrupted stream may have missed and still go on. */
const REACH = 5000

type Subscriber = (transaction: CommittedTransaction) => void

/**
 * The transactions of a dataset as streams tell them, so that one that was interrupted, by a restart of the local
 * cloud too, can go on where it stopped.
 */
export class Journal {
  private readonly dataset: Dataset
  private readonly subscribers = new Set<Subscriber>()
  private epoch: string
  private head: number

  /** Follows `dataset` from now on. */
  constructor(dataset: Dataset) {
    this.dataset = dataset
    this.epoch = dataset.storage.epoch()
    this.head = dataset.storage.head().sequence
    dataset.subscribeInSteps((transaction) => this.tell(transaction))
  }

  private *tell(transaction: CommittedTransaction): Generator<void, void> {
    this.head = transaction.sequence
    for (const subscriber of [...this.subscribers]) {
      subscriber(transaction)
      yield
    }
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
    if (sequence < 0 || this.head - sequence > REACH) return undefined
    return [...this.dataset.storage.transactionsAfter(sequence)]
  }

  /** Starts over, as the dataset does when it is emptied: nobody can go on from before. */
  restart(): void {
    this.epoch = this.dataset.storage.epoch()
    this.head = this.dataset.storage.head().sequence
  }

  /** Calls `subscriber` with every transaction from now on. Returns a function that ends it. */
  subscribe(subscriber: Subscriber): () => void {
    this.subscribers.add(subscriber)
    return () => {
      this.subscribers.delete(subscriber)
    }
  }
}

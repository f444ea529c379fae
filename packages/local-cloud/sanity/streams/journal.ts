import type { Dataset } from '../dataset.ts'
import type { CommittedTransaction } from '../types.ts'
import type { EventStream } from './eventStream.ts'

/** How many transactions an interrupted stream may have missed and still resume. */
const maxMissed = 1000

type Subscriber = (transaction: CommittedTransaction) => void

/**
 * The transactions of a dataset as streams send them, so that a stream that was interrupted, even by a restart of the local
 * cloud, resumes where it stopped.
 */
export class Journal {
  private readonly dataset: Dataset
  private readonly subscribers = new Set<Subscriber>()
  private epoch: string

  /** Follows `dataset` from now on. */
  constructor(dataset: Dataset) {
    this.dataset = dataset
    this.epoch = dataset.storage.epoch()
    dataset.subscribe((transaction) => {
      for (const subscriber of [...this.subscribers]) {
        // The other streams receive the transaction when one fails.
        try {
          subscriber(transaction)
        } catch (error) {
          console.error('content lake: a stream failed:', error)
        }
      }
    })
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
    if (sequence < 0 || position - sequence > maxMissed) return undefined
    return storage.transactionsAfter(sequence)
  }

  /** Starts over with an emptied dataset: no stream can resume from before. */
  restart(): void {
    this.epoch = this.dataset.storage.epoch()
  }

  /** Calls `subscriber` with what a stream has missed, and with every transaction from now on, until it ends. */
  serve(stream: EventStream, subscriber: Subscriber, missed: Iterable<CommittedTransaction> = []): void {
    for (const transaction of missed) subscriber(transaction)
    this.subscribers.add(subscriber)
    stream.onClose(() => this.subscribers.delete(subscriber))
  }
}

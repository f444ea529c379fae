import { DocumentSet } from './documentSet.ts'
import { Storage } from './storage.ts'
import type { CommittedTransaction } from './types.ts'

type Listener = (transaction: CommittedTransaction) => void

/**
 * One dataset. All documents are in memory; changes are written to SQLite before they are acknowledged. Documents are
 * immutable by convention: callers change a copy.
 */
export class Dataset extends DocumentSet {
  readonly name: string
  readonly storage: Storage
  private readonly listeners = new Set<Listener>()
  private latest: { sequence: number; timestamp: string }

  /** Opens or creates the dataset in `file` (or `:memory:`) and loads its documents. */
  constructor(options: { name: string; file: string }) {
    super()
    this.name = options.name
    this.storage = new Storage(options.file)
    this.latest = this.storage.readLatest()
    for (const document of this.storage.readDocuments()) this.put(document)
  }

  /** The sequence number of the latest transaction; 0 if there is none. The first transaction has 1. */
  get latestSequence(): number {
    return this.latest.sequence
  }

  /** The time of the next transaction: now, or the last transaction's if the clock was set back. ISO 8601, UTC. */
  now(): string {
    const now = new Date().toISOString()
    if (now < this.latest.timestamp) return this.latest.timestamp
    return now
  }

  /** Stores a transaction on disk, then in memory, then notifies subscribers. Throws when the transaction can't be stored. */
  commit(transaction: Omit<CommittedTransaction, 'sequence'>): CommittedTransaction {
    const committed: CommittedTransaction = { ...transaction, sequence: this.latest.sequence + 1 }
    this.storage.write(committed)
    this.latest = { sequence: committed.sequence, timestamp: committed.timestamp }
    for (const { documentId, after } of committed.changes) {
      if (after) this.put(after)
      else this.remove(documentId)
    }
    for (const listener of [...this.listeners]) {
      // A failing subscriber must not stop the others.
      try {
        listener(committed)
      } catch (error) {
        console.error('content lake: notifying a subscriber failed:', error)
      }
    }
    return committed
  }

  /** Calls `listener` with every committed transaction, in commit order. Returns a function that unsubscribes. */
  subscribe(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  /** Deletes the documents and the history. Subscribers receive no event. */
  clear(): void {
    this.storage.clear()
    this.removeAll()
    this.latest = this.storage.readLatest()
  }

  close(): void {
    this.listeners.clear()
    this.storage.close()
  }
}

import { DocumentSet } from './documentSet.ts'
import { Storage } from './storage.ts'
import type { CommittedTransaction } from './types.ts'

/** A transaction before `commit` assigns its sequence. */
export type NewTransaction = Omit<CommittedTransaction, 'sequence'>

type Listener = (transaction: CommittedTransaction) => void

/**
 * One dataset: all documents in memory, written to SQLite before a change is acknowledged. Documents are immutable by
 * convention: callers change a copy.
 */
export class Dataset extends DocumentSet {
  readonly name: string
  readonly storage: Storage
  private readonly listeners = new Set<Listener>()
  private head: { sequence: number; timestamp: string }

  /** Opens or creates the dataset in `file` (or `:memory:`) and loads its documents. */
  constructor(options: { name: string; file: string }) {
    super()
    this.name = options.name
    this.storage = new Storage(options.file)
    this.head = this.storage.head()
    for (const document of this.storage.documents()) this.put(document)
  }

  /** The latest transaction's sequence, from 1. */
  get position(): number {
    return this.head.sequence
  }

  /** The time of the next transaction: now, or the last transaction's when the clock went back. ISO 8601, UTC. */
  now(): string {
    const now = new Date().toISOString()
    if (now < this.head.timestamp) return this.head.timestamp
    return now
  }

  /** Stores a transaction on disk, then in memory, then publishes it to subscribers. Throws when it can't be stored. */
  commit(transaction: NewTransaction): CommittedTransaction {
    const committed: CommittedTransaction = { ...transaction, sequence: this.head.sequence + 1 }
    this.storage.write(committed)
    this.head = { sequence: committed.sequence, timestamp: committed.timestamp }
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

  /** Deletes documents and history without an event for subscribers. */
  clear(): void {
    this.storage.clear()
    this.removeAll()
    this.head = this.storage.head()
  }

  close(): void {
    this.listeners.clear()
    this.storage.close()
  }
}

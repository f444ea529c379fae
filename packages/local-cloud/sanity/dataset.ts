import { DocumentSet } from './documentSet.ts'
import { Storage } from './storage.ts'
import type { CommittedTransaction, DocumentChange } from './types.ts'

export type {
  CommittedTransaction,
  DocumentChange,
  Effects,
  Identity,
  Role,
  SanityDocument,
} from './types.ts'

/** A transaction before it is committed, which gives it its number. */
export type NewTransaction = {
  id: string
  identity: string
  changes: DocumentChange[]
  tags?: string
  timestamp: string
}

type Listener = (transaction: CommittedTransaction) => void

/**
 * One dataset: all documents in memory, written through to SQLite before a change is acknowledged. Documents are frozen by
 * convention: a caller that changes one copies it.
 */
export class Dataset extends DocumentSet {
  readonly name: string
  /** The file, and with it the history. */
  readonly storage: Storage
  private readonly listeners = new Set<Listener>()
  private head: { sequence: number; timestamp: string }

  /** Opens or creates the dataset in `file` (`:memory:` for one that is not stored) and loads its documents. */
  constructor(options: { name: string; file: string }) {
    super()
    this.name = options.name
    this.storage = new Storage(options.file)
    this.head = this.storage.head()
    for (const document of this.storage.documents()) this.put(document)
  }

  /** The latest transaction's number, from 1. */
  get position(): number {
    return this.head.sequence
  }

  /** The time of the next transaction: now, or the last transaction's when the clock went back. ISO 8601, UTC. */
  now(): string {
    const now = new Date().toISOString()
    if (now < this.head.timestamp) return this.head.timestamp
    return now
  }

  /** Makes a transaction durable, then visible, then publishes it to subscribers. Throws, changing nothing, otherwise. */
  commit(transaction: NewTransaction): CommittedTransaction {
    const committed: CommittedTransaction = { ...transaction, sequence: this.head.sequence + 1 }
    this.storage.write(committed)
    this.head = { sequence: committed.sequence, timestamp: committed.timestamp }
    for (const { documentId, after } of committed.changes) {
      if (after) this.put(after)
      else this.remove(documentId)
    }
    for (const listener of [...this.listeners]) {
      // The transaction stands, and the other subscribers receive it, when one fails.
      try {
        listener(committed)
      } catch (error) {
        console.error('content lake: a subscriber failed:', error)
      }
    }
    return committed
  }

  /** Calls `listener` with every durable transaction from now on, in commit order. Returns a function that ends it. */
  subscribe(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  /** Empties the dataset, its history included. Subscribers stay and receive nothing. */
  clear(): void {
    this.storage.clear()
    this.removeAll()
    this.head = this.storage.head()
  }

  /** Closes the file. */
  close(): void {
    this.listeners.clear()
    this.storage.close()
  }
}

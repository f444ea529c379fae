import { findReferences } from './references.ts'
import { Storage } from './storage.ts'
import type { CommittedTransaction, DocumentChange, SanityDocument } from './types.ts'

export type {
  CommittedTransaction,
  DocumentChange,
  Effects,
  Identity,
  Role,
  SanityDocument,
} from './types.ts'

/** What `Dataset.commit` is handed: a transaction that isn't numbered and timed yet. */
export type NewTransaction = {
  id: string
  identity: string
  changes: DocumentChange[]
  tags?: string
  timestamp: string
}

type Listener = (transaction: CommittedTransaction) => void

const NOTHING: ReadonlySet<string> = new Set()

function addTo(index: Map<string, Set<string>>, key: string, id: string): void {
  const ids = index.get(key)
  if (ids) ids.add(id)
  else index.set(key, new Set([id]))
}

function removeFrom(index: Map<string, Set<string>>, key: string, id: string): void {
  const ids = index.get(key)
  ids?.delete(id)
  if (ids?.size === 0) index.delete(key)
}

/**
 * One dataset: all documents in memory with their indexes, written through to SQLite before anyone hears of a
 * change. Documents handed out are frozen by convention: whoever changes one makes a copy.
 */
export class Dataset {
  readonly name: string
  /** The file, and with it the history. */
  readonly storage: Storage
  private readonly documents = new Map<string, SanityDocument>()
  private readonly idsByType = new Map<string, Set<string>>()
  private readonly referrers = new Map<string, Set<string>>()
  private readonly listeners = new Set<Listener>()
  private head: { sequence: number; timestamp: string }

  /** Opens or creates the dataset kept in `file` (`:memory:` for one that is forgotten) and loads its documents. */
  constructor(options: { name: string; file: string }) {
    this.name = options.name
    this.storage = new Storage(options.file)
    this.head = this.storage.head()
    for (const document of this.storage.documents()) this.put(document)
  }

  /** The document of exactly this id (drafts and versions have ids of their own). */
  get(id: string): SanityDocument | undefined {
    return this.documents.get(id)
  }

  /** Every document, drafts and versions included. */
  all(): Iterable<SanityDocument> {
    return this.documents.values()
  }

  /** How many documents there are. */
  get size(): number {
    return this.documents.size
  }

  /** The ids of all documents of a type. */
  idsOfType(type: string): ReadonlySet<string> {
    return this.idsByType.get(type) ?? NOTHING
  }

  /** All types that have a document. */
  types(): Iterable<string> {
    return this.idsByType.keys()
  }

  /** The ids of documents that hold a reference, strong or weak, to `id`. */
  referrersOf(id: string): ReadonlySet<string> {
    return this.referrers.get(id) ?? NOTHING
  }

  /** The time the next transaction gets: now, or the last transaction's when the clock went back. ISO 8601, UTC. */
  now(): string {
    const now = new Date().toISOString()
    if (now < this.head.timestamp) return this.head.timestamp
    return now
  }

  /** Makes a transaction durable, then visible, then known to subscribers. Throws, changing nothing, otherwise. */
  commit(transaction: NewTransaction): CommittedTransaction {
    const committed: CommittedTransaction = { ...transaction, sequence: this.head.sequence + 1 }
    this.storage.write(committed)
    this.head = { sequence: committed.sequence, timestamp: committed.timestamp }
    for (const { documentId, after } of committed.changes) {
      this.remove(documentId)
      if (after) this.put(after)
    }
    for (const listener of [...this.listeners]) {
      // A listener's failure is its own: the transaction stands, and the others must hear of it.
      try {
        listener(committed)
      } catch (error) {
        console.error('A subscriber of the content lake failed:', error)
      }
    }
    return committed
  }

  /**
   * Calls `listener` with every transaction from now on, synchronously, in commit order, after it is durable.
   * Returns a function that ends it.
   */
  subscribe(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  /** Empties the dataset, its history included. Subscribers stay, and are told nothing. */
  clear(): void {
    this.storage.clear()
    this.documents.clear()
    this.idsByType.clear()
    this.referrers.clear()
    this.head = this.storage.head()
  }

  /** Closes the file. */
  close(): void {
    this.listeners.clear()
    this.storage.close()
  }

  private put(document: SanityDocument): void {
    this.documents.set(document._id, document)
    addTo(this.idsByType, document._type, document._id)
    for (const reference of findReferences(document)) addTo(this.referrers, reference.id, document._id)
  }

  private remove(id: string): void {
    const document = this.documents.get(id)
    if (!document) return
    this.documents.delete(id)
    removeFrom(this.idsByType, document._type, id)
    for (const reference of findReferences(document)) removeFrom(this.referrers, reference.id, id)
  }
}

import type { TextQuery } from './groq/text-query.ts'
import { FieldIndex, IdIndex, TextIndex } from './indexes.ts'
import { referencedIds } from './references.ts'
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

/** More would cost every write more than they spare queries. */
const MAX_FIELD_INDEXES = 16

/**
 * One dataset: all documents in memory with their indexes, written through to SQLite before anyone hears of a
 * change. Documents handed out are frozen by convention: whoever changes one makes a copy.
 */
export class Dataset {
  readonly name: string
  /** The file, and with it the history. */
  readonly storage: Storage
  private readonly documents = new Map<string, SanityDocument>()
  private readonly idsByType = new IdIndex()
  private readonly referrers = new IdIndex()
  private readonly fields = new Map<string, FieldIndex>()
  private words: TextIndex | undefined
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

  /**
   * The ids of documents that have one of these texts at a path of attributes; undefined when that isn't indexed. The
   * index is made with the first question and kept in step from then on.
   */
  idsWithText(path: readonly string[], texts: readonly string[]): ReadonlySet<string> | undefined {
    const name = path.join('.')
    let index = this.fields.get(name)
    if (!index) {
      if (this.fields.size >= MAX_FIELD_INDEXES) return undefined
      index = new FieldIndex(path)
      for (const document of this.documents.values()) index.put(document)
      this.fields.set(name, index)
    }
    return index.find(texts)
  }

  /** The ids of documents that a search can find anywhere in them; null when it asks for no word. */
  idsWithWords(query: TextQuery): ReadonlySet<string> | null {
    if (!this.words) {
      this.words = new TextIndex()
      for (const document of this.documents.values()) this.words.put(document)
    }
    return this.words.find(query)
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
    this.fields.clear()
    this.words = undefined
    this.head = this.storage.head()
  }

  /** Closes the file. */
  close(): void {
    this.listeners.clear()
    this.storage.close()
  }

  private put(document: SanityDocument): void {
    const { _id } = document
    this.documents.set(_id, document)
    this.idsByType.add(document._type, _id)
    for (const target of referencedIds(document)) this.referrers.add(target, _id)
    for (const index of this.fields.values()) index.put(document)
    this.words?.put(document)
  }

  private remove(id: string): void {
    const document = this.documents.get(id)
    if (!document) return
    this.documents.delete(id)
    this.idsByType.remove(document._type, id)
    for (const target of referencedIds(document)) this.referrers.remove(target, id)
    for (const index of this.fields.values()) index.remove(document)
    this.words?.remove(document)
  }
}

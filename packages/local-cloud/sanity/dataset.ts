import { DocumentSet } from './documentSet.ts'
import { QUICK, QuickTime } from './quickTime.ts'
import { Storage } from './storage.ts'
import { inOneGo, inTurns } from './turns.ts'
import type { CommittedTransaction, DocumentChange } from './types.ts'
import { writeBeside } from './writeBeside.ts'
import { WriteGroup } from './writeGroup.ts'

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

/** How many documents are taken into the index of words before others get their turn. */
const INDEXED_AT_ONCE = 50

/** The index of words is begun when nobody has written for so long. Milliseconds. */
const REST = 2000

/** A transaction with more changes than this has the orders made again. */
const MANY_CHANGES = 500

type Listener = (transaction: CommittedTransaction) => void

/**
 * One dataset: all documents in memory with their indexes, written through to SQLite before anyone hears of a
 * change. Documents handed out are frozen by convention: whoever changes one makes a copy.
 */
export class Dataset extends DocumentSet {
  readonly name: string
  /** Where it is kept, null for one that is forgotten. */
  readonly file: string | null
  /** The file, and with it the history. */
  readonly storage: Storage
  /** Has others get their turn after a transaction that took too long. */
  readonly quickTime = new QuickTime(QUICK)
  private readonly listeners = new Set<Listener>()
  private readonly group: WriteGroup
  private head: { sequence: number; timestamp: string }
  private isIndexing = false
  private restTimer: NodeJS.Timeout | undefined
  /** Fulfilled when whoever writes alone has ended. */
  private alonePromise: Promise<void> | undefined
  private isEnding = false

  /** Opens or creates the dataset kept in `file` (`:memory:` for one that is forgotten) and loads its documents. */
  constructor(options: { name: string; file: string }) {
    super()
    this.name = options.name
    this.file = options.file === ':memory:' ? null : options.file
    this.storage = new Storage(options.file)
    this.head = this.storage.head()
    for (const document of this.storage.documents()) this.put(document)
    this.indexAtRest()
    this.group = new WriteGroup(this.storage, {
      written: (transactions) => this.tell(transactions),
      lost: (transactions) => this.takeBack(transactions),
    })
  }

  /** Whoever searches first need not wait for the index of words. */
  private indexAtRest(): void {
    clearTimeout(this.restTimer)
    if (this.size === 0 || this.knowsWords) return
    this.restTimer = setTimeout(() => this.beginTextIndex(), REST).unref()
  }

  /** Nobody waits for the index of words: it is made bit by bit, and queries look at every document until then. */
  protected override textIndexBehind(): void {
    if (this.isIndexing) return
    this.isIndexing = true
    const more = () => {
      this.isIndexing = this.extendTextIndex(INDEXED_AT_ONCE)
      if (this.isIndexing) setTimeout(more).unref()
    }
    setTimeout(more).unref()
  }

  /** The latest transaction's number, from 1. */
  get position(): number {
    return this.head.sequence
  }

  /** The time the next transaction gets: now, or the last transaction's when the clock went back. ISO 8601, UTC. */
  now(): string {
    const now = new Date().toISOString()
    if (now < this.head.timestamp) return this.head.timestamp
    return now
  }

  /**
   * Makes a transaction durable, then visible, then known to subscribers. Throws, changing nothing, otherwise. Within
   * `together` it is visible to what follows there, and durable and known when the promise is fulfilled.
   */
  commit(transaction: NewTransaction): CommittedTransaction {
    const isShared = this.group.isJoining
    if (!isShared) this.settle()
    const committed: CommittedTransaction = { ...transaction, sequence: this.head.sequence + 1 }
    if (isShared) this.group.add(committed)
    else this.storage.write(committed)
    this.apply(committed)
    if (!isShared) this.tell([committed])
    return committed
  }

  /**
   * Does `work`, whose transactions go to the disk together with those of others who come at the same time: waiting for
   * the disk is what takes the time, and all wait for it once. What `work` returns or throws is the promise's, once
   * everything that `work` saw is durable; when that fails, the promise is rejected and nothing has changed. Whoever
   * writes `alone` is waited for.
   */
  async together<Result>(work: () => Result): Promise<Result> {
    while (this.alonePromise) await this.alonePromise
    this.refuseAtEnd()
    return this.group.join(work)
  }

  /** Does `work` while nobody else writes: all who want to wait until it has ended. */
  async alone<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.alonePromise) await this.alonePromise
    this.refuseAtEnd()
    const { promise, resolve } = Promise.withResolvers<void>()
    this.alonePromise = promise
    try {
      this.settle()
      return await work()
    } finally {
      this.alonePromise = undefined
      resolve()
    }
  }

  private refuseAtEnd(): void {
    if (this.isEnding) throw new Error('The local cloud is shutting down')
  }

  /**
   * Refuses whoever wants to write from now on. Returns whether anybody is at it: what is under way then was not
   * acknowledged.
   */
  endWriting(): boolean {
    this.isEnding = true
    return this.group.isOpen || this.alonePromise !== undefined
  }

  /** As `commit`, for a large transaction that is written `alone`: a thread takes it to the disk. */
  async commitBeside(transaction: NewTransaction): Promise<CommittedTransaction> {
    const committed: CommittedTransaction = { ...transaction, sequence: this.head.sequence + 1 }
    if (this.file === null) this.storage.write(committed)
    else await writeBeside(this.file, committed)
    this.apply(committed)
    await inTurns(this.telling([committed]))
    return committed
  }

  /** Makes durable what is still under way, so that whoever looks now sees nothing that could be lost. */
  settle(): void {
    this.group.finish()
  }

  private apply({ sequence, timestamp, changes }: CommittedTransaction): void {
    this.head = { sequence, timestamp }
    if (changes.length > MANY_CHANGES) this.forgetOrders()
    for (const { documentId, after } of changes) {
      this.remove(documentId)
      if (after) this.put(after)
    }
    this.indexAtRest()
  }

  private takeBack(transactions: readonly CommittedTransaction[]): void {
    for (const { changes } of transactions.toReversed()) {
      for (const { documentId, before } of changes.toReversed()) {
        this.remove(documentId)
        if (before) this.put(before)
      }
    }
    this.head = this.storage.head()
  }

  private tell(transactions: readonly CommittedTransaction[]): void {
    inOneGo(this.telling(transactions))
  }

  private *telling(transactions: readonly CommittedTransaction[]): Generator<void, void> {
    for (const transaction of transactions) {
      for (const listener of [...this.listeners]) {
        // A listener's failure is its own: the transaction stands, and the others must hear of it.
        try {
          listener(transaction)
        } catch (error) {
          console.error('A subscriber of the content lake failed:', error)
        }
        yield
      }
    }
  }

  /**
   * Calls `listener` with every transaction from now on, in commit order, after it is durable. Returns a function that
   * ends it.
   */
  subscribe(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }

  /** Empties the dataset, its history included. Subscribers stay, and are told nothing. */
  clear(): void {
    this.settle()
    this.storage.clear()
    this.removeAll()
    this.head = this.storage.head()
  }

  /**
   * Closes the file. Once writing has ended with the process it is left as it is: SQLite's log has everything, and to take it
   * into the file may be a long wait for the disk, which nothing interrupts.
   */
  close(): void {
    this.settle()
    this.listeners.clear()
    clearTimeout(this.restTimer)
    if (!this.isEnding) this.storage.close()
  }
}

import type { Dataset } from './dataset.ts'
import {
  ApiError,
  badRequest,
  combineItemErrors,
  forbiddenItemError,
  ItemError,
  invalidItemError,
} from './errors.ts'
import { canAccess, type Permission } from './grants.ts'
import { createTransactionId, isTransactionId } from './ids.ts'
import { findIntegrityFailures, type PendingChange } from './integrity.ts'
import { encodeEffects } from './mendoza.ts'
import type { CommittedTransaction, DocumentChange, Identity, SanityDocument } from './types.ts'

export type TransactionOptions = { transactionId?: string; dryRun?: boolean }

/**
 * An uncommitted transaction: an overlay on the dataset. Mutations and actions are applied to it in order. `put`
 * and `remove` do not check permissions: call `authorize` first. `commit` makes the changes visible.
 */
export class PendingTransaction {
  readonly dataset: Dataset
  readonly identity: Identity
  readonly transactionId: string
  /** ISO 8601, UTC, with milliseconds. */
  readonly timestamp: string
  private itemIndex = 0
  private readonly options: TransactionOptions
  private readonly changes = new Map<string, PendingChange>()

  /** Throws an ApiError when the given transaction id is malformed (400) or exists (409). */
  constructor(dataset: Dataset, identity: Identity, options: TransactionOptions = {}) {
    const { transactionId } = options
    if (transactionId !== undefined) {
      if (!isTransactionId(transactionId)) throw badRequest(`Invalid transaction ID: ${transactionId}`)
      if (dataset.storage.getSequence(transactionId) !== undefined) {
        const description = `Transaction with ID "${transactionId}" already exists`
        throw new ApiError(409, description, {
          error: { type: 'transactionAlreadyExistsError', description, transactionId },
        })
      }
    }
    this.dataset = dataset
    this.identity = identity
    this.transactionId = transactionId ?? createTransactionId()
    this.timestamp = dataset.now()
    this.options = options
  }

  /** The document at this point in the transaction. */
  get(id: string): SanityDocument | null {
    const change = this.changes.get(id)
    return change ? change.after : (this.dataset.get(id) ?? null)
  }

  /** The document at this point in the transaction. Throws an ItemError when it doesn't exist. */
  requireDocument(id: string): SanityDocument {
    const document = this.get(id)
    if (document) return document
    throw new ItemError({
      type: 'documentNotFoundError',
      description: `The document with the ID "${id}" was not found`,
      id,
    })
  }

  /** Throws an ItemError when the caller's role does not permit the operation. */
  authorize(permission: Permission, id: string): void {
    if (!canAccess(this.identity, permission, id)) throw forbiddenItemError(permission)
  }

  /** Throws an ItemError when the caller expects a different revision of the document. */
  requireRevision(document: SanityDocument | null, expected: unknown, id: string): void {
    if (expected === undefined || document?._rev === expected) return
    if (typeof expected !== 'string') {
      throw invalidItemError(`The expected revision of document "${id}" must be a string`)
    }
    throw new ItemError({
      type: 'documentRevisionIDDoesNotMatchError',
      description: `Document "${id}" has unexpected revision ID ("${document?._rev ?? ''}"), expected "${expected}"`,
      id,
      currentRevisionID: document?._rev ?? '',
      expectedRevisionID: expected,
    })
  }

  private getOrAddChange(id: string): PendingChange {
    let change = this.changes.get(id)
    if (!change) {
      const before = this.dataset.get(id) ?? null
      change = { before, after: before, mutations: [], isChanged: false, index: this.itemIndex }
      this.changes.set(id, change)
    }
    change.index = this.itemIndex
    return change
  }

  /** Records a mutation that changes nothing. Listeners receive it only if another mutation changes the document. */
  recordUnchanged(id: string, mutation: unknown): void {
    this.getOrAddChange(id).mutations.push(mutation)
  }

  /** Stores a document with this transaction's revision and time. Returns the stored document. */
  put(document: SanityDocument, mutation: unknown): SanityDocument {
    const change = this.getOrAddChange(document._id)
    change.after = { ...document, _rev: this.transactionId, _updatedAt: this.documentTime }
    change.isChanged = true
    change.mutations.push(mutation)
    return change.after
  }

  remove(id: string, mutation: unknown): void {
    const change = this.getOrAddChange(id)
    change.after = null
    change.isChanged = true
    change.mutations.push(mutation)
  }

  /** The transaction's time for `_createdAt` and `_updatedAt`: ISO 8601, UTC, whole seconds as in Sanity's documents. */
  get documentTime(): string {
    return `${this.timestamp.slice(0, 19)}Z`
  }

  /** The effective changes so far, keyed by document id. */
  getPendingChanges(): Map<string, PendingChange> {
    return new Map(
      [...this.changes].filter(
        ([, { isChanged, before, after }]) => isChanged && (before !== null || after !== null),
      ),
    )
  }

  /**
   * Applies mutations or actions in order and commits them, all or none. With `dryRun`, nothing is stored. Throws an ApiError
   * that lists every failed item or, when none failed, the items that would break a reference.
   */
  applyAndCommit(
    type: 'mutationError' | 'actionError',
    items: unknown[],
    apply: (item: unknown) => void,
  ): void {
    const failures: { index: number; error: ItemError }[] = []
    for (const [index, item] of items.entries()) {
      this.itemIndex = index
      try {
        apply(item)
      } catch (error) {
        if (!(error instanceof ItemError)) throw error
        failures.push({ index, error })
      }
    }
    if (failures.length === 0) failures.push(...findIntegrityFailures(this))
    if (failures.length > 0) throw combineItemErrors(type, failures)
    if (!this.options.dryRun) this.commit()
  }

  /** Commits the changes. Returns null when there are none. */
  commit(): CommittedTransaction | null {
    const changes: DocumentChange[] = [...this.getPendingChanges()].map(
      ([documentId, { before, after, mutations }]) => ({
        documentId,
        before,
        after,
        mutations,
        effects: encodeEffects(before, after),
        resultRev: this.transactionId,
      }),
    )
    if (changes.length === 0) return null
    return this.dataset.commit({
      id: this.transactionId,
      timestamp: this.timestamp,
      identity: this.identity?.id ?? '',
      changes,
    })
  }
}

import type { Dataset } from './dataset.ts'
import { ApiError, badRequest, forbidden, ItemError, invalid, requestError } from './errors.ts'
import { mayAccess, type Permission } from './grants.ts'
import { createTransactionId, getReleaseName, isTransactionId } from './ids.ts'
import { findIntegrityFailures, type PendingChange } from './integrity.ts'
import { encodeEffects } from './mendoza.ts'
import { rejectLocked } from './release.ts'
import type { CommittedTransaction, DocumentChange, Identity, SanityDocument } from './types.ts'

export type TransactionOptions = { transactionId?: string; tag?: string; dryRun?: boolean }

/**
 * An uncommitted transaction: an overlay over the dataset to which mutations and actions are applied in order, with the
 * caller's permissions checked at each write. `commit` makes it visible.
 */
export class WorkingSet {
  readonly dataset: Dataset
  readonly identity: Identity
  readonly transactionId: string
  /** ISO 8601, UTC, milliseconds. */
  readonly timestamp: string
  private index = 0
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

  /** The document at this point of the transaction. */
  get(id: string): SanityDocument | null {
    const change = this.changes.get(id)
    return change ? change.after : (this.dataset.get(id) ?? null)
  }

  /** The document. Throws an ItemError when it doesn't exist. */
  require(id: string): SanityDocument {
    const document = this.get(id)
    if (document) return document
    throw new ItemError({
      type: 'documentNotFoundError',
      description: `The document with the ID "${id}" was not found`,
      id,
    })
  }

  /** The ids of versions in a release, with those that this transaction deletes. */
  findReleaseIds(name: string): Set<string> {
    const pending = [...this.changes.keys()].filter((id) => getReleaseName(id) === name)
    return new Set([...this.dataset.findReleaseIds(name), ...pending])
  }

  /** Throws an ItemError when the caller's roles or the document's release forbid the change. */
  authorize(permission: Permission, id: string): void {
    if (!mayAccess(this.identity, permission, id)) throw forbidden(permission)
    if (permission !== 'read') rejectLocked(this, id)
  }

  /** Throws an ItemError when the caller expects another revision of the document. */
  requireRevision(document: SanityDocument | null, expected: unknown, id: string): void {
    if (expected === undefined || document?._rev === expected) return
    if (typeof expected !== 'string') {
      // An unreadable guard must not count as a missing one.
      throw invalid(`Expected the revision of document "${id}" as a string`)
    }
    throw new ItemError({
      type: 'documentRevisionIDDoesNotMatchError',
      description: `Document "${id}" has unexpected revision ID ("${document?._rev ?? ''}"), expected "${expected}"`,
      id,
      currentRevisionID: document?._rev ?? '',
      expectedRevisionID: expected,
    })
  }

  private entry(id: string): PendingChange {
    let change = this.changes.get(id)
    if (!change) {
      const before = this.dataset.get(id) ?? null
      change = { before, after: before, mutations: [], changed: false, index: this.index }
      this.changes.set(id, change)
    }
    change.index = this.index
    return change
  }

  /** Records a mutation without an effect, so that listeners receive every mutation of the transaction. */
  note(id: string, mutation: unknown): void {
    this.entry(id).mutations.push(mutation)
  }

  /** Stores a document with this transaction's revision and time. Returns the stored document. */
  put(document: SanityDocument, mutation: unknown): SanityDocument {
    const change = this.entry(document._id)
    change.after = { ...document, _rev: this.transactionId, _updatedAt: this.seconds }
    change.changed = true
    change.mutations.push(mutation)
    return change.after
  }

  remove(id: string, mutation: unknown): void {
    const change = this.entry(id)
    change.after = null
    change.changed = true
    change.mutations.push(mutation)
  }

  /** The transaction's time in documents: whole seconds, as in Sanity's. */
  get seconds(): string {
    return `${this.timestamp.slice(0, 19)}Z`
  }

  /** The changes so far, by document, without those that have no effect. */
  pending(): Map<string, PendingChange> {
    return new Map(
      [...this.changes].filter(
        ([, { changed, before, after }]) => changed && (before !== null || after !== null),
      ),
    )
  }

  /**
   * Applies mutations or actions in order and commits them, all or none; nothing is stored with `dryRun`. Throws an ApiError
   * that names every failure, broken references included.
   */
  applyAll(type: 'mutationError' | 'actionError', items: unknown[], apply: (item: unknown) => void): void {
    const failures: { index: number; error: ItemError }[] = []
    for (const [index, item] of items.entries()) {
      this.index = index
      try {
        apply(item)
      } catch (error) {
        if (!(error instanceof ItemError)) throw error
        failures.push({ index, error })
      }
    }
    if (failures.length === 0) failures.push(...findIntegrityFailures(this))
    if (failures.length > 0) throw requestError(type, failures)
    if (!this.options.dryRun) this.commit()
  }

  /** Commits the changes. Returns null when there are none. */
  commit(): CommittedTransaction | null {
    const changes: DocumentChange[] = [...this.pending()].map(
      ([documentId, { before, after, mutations }]) => ({
        documentId,
        before,
        after,
        mutations,
        effects: encodeEffects(before, after),
        ...(before ? { previousRev: before._rev } : {}),
        resultRev: this.transactionId,
      }),
    )
    if (changes.length === 0) return null
    return this.dataset.commit({
      id: this.transactionId,
      timestamp: this.timestamp,
      identity: this.identity?.id ?? '',
      changes,
      ...(this.options.tag ? { tags: this.options.tag } : {}),
    })
  }
}

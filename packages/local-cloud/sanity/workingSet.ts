import type { CommittedTransaction, Dataset } from './dataset.ts'
import { ApiError, badRequest, forbidden, ItemError } from './errors.ts'
import { mayAccess, type Permission } from './grants.ts'
import { isTransactionId, newTransactionId, releaseOf } from './ids.ts'
import { integrityFailures, type PendingChange } from './integrity.ts'
import { checkLimits } from './limits.ts'
import { encodeEffects } from './mendoza.ts'
import { refuseFull, refuseLocked } from './releaseLocks.ts'
import type { DocumentChange, Identity, SanityDocument } from './types.ts'

/** Settings of a transaction, from the request's parameters. */
export type TransactionOptions = { transactionId?: string; tag?: string }

/**
 * A transaction in the making: an overlay over the dataset in which mutations and actions are applied one after the
 * other, with the caller's permissions checked at each write. Nothing is visible outside until `commit`.
 */
export class WorkingSet {
  readonly dataset: Dataset
  readonly identity: Identity
  readonly transactionId: string
  /** ISO 8601, UTC, milliseconds. */
  readonly timestamp: string
  /** Index of the mutation or action being applied. */
  index = 0
  private readonly tag: string | undefined
  private readonly changes = new Map<string, PendingChange>()

  /** Throws an ApiError (400, 409) when the given transaction id is malformed or was used before. */
  constructor(dataset: Dataset, identity: Identity, options: TransactionOptions = {}) {
    const { transactionId, tag } = options
    if (transactionId !== undefined) {
      if (!isTransactionId(transactionId)) throw badRequest(`Invalid transaction ID: ${transactionId}`)
      if (dataset.storage.hasTransaction(transactionId)) {
        const description = `Transaction with ID "${transactionId}" already exists`
        throw new ApiError(409, description, {
          error: { type: 'transactionAlreadyExistsError', description, transactionId },
        })
      }
    }
    this.dataset = dataset
    this.identity = identity
    this.transactionId = transactionId ?? newTransactionId()
    this.timestamp = dataset.now()
    this.tag = tag
  }

  /** The document as it is at this point of the transaction. */
  get(id: string): SanityDocument | null {
    const change = this.changes.get(id)
    return change ? change.after : (this.dataset.get(id) ?? null)
  }

  /** The document, or an ItemError when there is none. */
  require(id: string): SanityDocument {
    const document = this.get(id)
    if (document) return document
    throw new ItemError({
      type: 'documentNotFoundError',
      description: `The document with the ID "${id}" was not found`,
      id,
    })
  }

  /** The ids of versions that are in a release, or were before this transaction. */
  idsOfRelease(name: string): Set<string> {
    const pending = [...this.changes.keys()].filter((id) => releaseOf(id) === name)
    return new Set([...this.dataset.idsOfRelease(name), ...pending])
  }

  /** Throws an ItemError unless the caller may do this to the document, and its release allows it. */
  authorize(permission: Permission, id: string): void {
    if (!mayAccess(this.identity, permission, id)) throw forbidden(permission)
    if (permission === 'create' || permission === 'update') refuseLocked(this, id)
    if (permission === 'create') refuseFull(this, id)
  }

  /** Throws an ItemError unless the document's revision is `expected`, if the caller expects any. */
  requireRevision(document: SanityDocument | null, expected: unknown, id: string): void {
    if (expected === undefined || document?._rev === expected) return
    if (typeof expected !== 'string') {
      // A guard that can't be read must not be taken for none.
      const description = `Expected the revision of document "${id}" as a string`
      throw new ItemError({ type: 'validationError', description }, 400)
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

  /** Records a mutation that left its document as it was, so that listeners get the transaction's whole story. */
  note(id: string, mutation: unknown): void {
    this.entry(id).mutations.push(mutation)
  }

  /**
   * Puts a document, stamped with this transaction's revision and time. Returns it as stored. Throws an ItemError on
   * one that is too large.
   */
  put(document: SanityDocument, mutation: unknown): SanityDocument {
    checkLimits(document)
    const change = this.entry(document._id)
    change.after = { ...document, _rev: this.transactionId, _updatedAt: this.seconds }
    change.changed = true
    change.mutations.push(mutation)
    return change.after
  }

  /** Deletes a document. */
  remove(id: string, mutation: unknown): void {
    const change = this.entry(id)
    change.after = null
    change.changed = true
    change.mutations.push(mutation)
  }

  /** The transaction's time as documents carry it: whole seconds, as Sanity's do. */
  get seconds(): string {
    return `${this.timestamp.slice(0, 19)}Z`
  }

  /** What the transaction comes to so far, document by document, those left as they were excluded. */
  pending(): Map<string, PendingChange> {
    return new Map(
      [...this.changes].filter(
        ([, { changed, before, after }]) => changed && (before !== null || after !== null),
      ),
    )
  }

  /** References that the transaction would break, by the index of the mutation or action that caused each. */
  integrityFailures(): { index: number; error: ItemError }[] {
    return integrityFailures(this)
  }

  /** Commits what is pending. Returns null, committing nothing, when nothing changed. */
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
      ...(this.tag ? { tags: this.tag } : {}),
    })
  }
}

import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { count, documentFrom, newEpoch, openDatabase, text } from './database.ts'
import { publishedIdOf } from './ids.ts'
import { releaseNameOf } from './release.ts'
import type { AclMode, CommittedTransaction, SanityDocument } from './types.ts'

type Row = Record<string, unknown>

/** A part of the history: positions and times (ISO 8601, UTC) inclusive. */
export type HistoryRange = {
  from?: number
  to?: number
  since?: string
  until?: string
  reverse?: boolean
  limit?: number
  /** Only changes that created or deleted a document, and all changes of this one. */
  lifecycleOf?: string
  /** Of each transaction only the changes of documents with these published ids, and of releases. */
  changesOf?: readonly string[]
}

/**
 * The SQLite file behind a dataset: current documents and every transaction with what it changed.
 * A returned `write` is on disk (WAL with `synchronous=FULL`), so it survives a power cut.
 */
export class Storage {
  private readonly db: DatabaseSync
  private readonly statements = new Map<string, StatementSync>()

  /** Opens or creates `file`, see `openDatabase`. */
  constructor(file: string) {
    this.db = openDatabase(file)
  }

  /** Names this history: another one after everything was forgotten. */
  epoch(): string {
    return text(this.sql('SELECT name FROM epochs').get()?.name)
  }

  /** Who may read the dataset. */
  aclMode(): AclMode {
    return this.sql('SELECT acl_mode FROM access').get()?.acl_mode === 'private' ? 'private' : 'public'
  }

  /** Says who may read the dataset. */
  setAclMode(mode: AclMode): void {
    this.sql('INSERT OR REPLACE INTO access (only_row, acl_mode) VALUES (1, ?)').run(mode)
  }

  private sql(statement: string): StatementSync {
    let prepared = this.statements.get(statement)
    if (!prepared) {
      prepared = this.db.prepare(statement)
      this.statements.set(statement, prepared)
    }
    return prepared
  }

  private atomically(work: () => void): void {
    this.db.exec('BEGIN IMMEDIATE')
    try {
      work()
      this.db.exec('COMMIT')
    } catch (error) {
      // SQLite ends the transaction by itself when the disk is full.
      if (this.db.isTransaction) this.db.exec('ROLLBACK')
      throw error
    }
  }

  /** Every current document. */
  *documents(): Generator<SanityDocument> {
    for (const row of this.sql('SELECT body FROM documents').iterate()) yield JSON.parse(text(row.body))
  }

  /** The newest transaction's position and time, or position 0 when there is none. */
  head(): { sequence: number; timestamp: string } {
    const row = this.sql('SELECT sequence, timestamp FROM transactions ORDER BY sequence DESC LIMIT 1').get()
    return row
      ? { sequence: count(row.sequence), timestamp: text(row.timestamp) }
      : { sequence: 0, timestamp: '' }
  }

  /** Writes a transaction and its documents, all of it or nothing. Throws on a transaction id seen before. */
  write(transaction: CommittedTransaction): void {
    this.atomically(() => this.insert(transaction))
  }

  private insert({ sequence, id, timestamp, identity, tags, changes }: CommittedTransaction): void {
    this.sql('INSERT INTO transactions (sequence, id, timestamp, identity, tags) VALUES (?, ?, ?, ?, ?)').run(
      sequence,
      id,
      timestamp,
      identity,
      tags ?? null,
    )
    for (const [position, change] of changes.entries()) {
      const { documentId, previousRev, before, after, mutations, effects } = change
      const body = after && JSON.stringify(after)
      this.sql(
        `INSERT INTO changes (sequence, position, document_id, previous_rev, before, after, mutations, effects)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        sequence,
        position,
        documentId,
        previousRev ?? null,
        before && JSON.stringify(before),
        body,
        JSON.stringify(mutations),
        JSON.stringify(effects),
      )
      if (body === null) this.sql('DELETE FROM documents WHERE id = ?').run(documentId)
      else {
        this.sql(
          'INSERT INTO documents (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
        ).run(documentId, body)
      }
    }
  }

  /** Whether a transaction of this id was ever committed. */
  hasTransaction(id: string): boolean {
    return this.sql('SELECT 1 FROM transactions WHERE id = ?').get(id) !== undefined
  }

  /** A transaction's position, undefined when there is none of this id. */
  sequenceOf(transactionId: string): number | undefined {
    const row = this.sql('SELECT sequence FROM transactions WHERE id = ?').get(transactionId)
    return row ? count(row.sequence) : undefined
  }

  /** Transactions that touched any of these documents, or any at all; oldest first unless `range.reverse`. */
  transactionsOf(documentIds: string[] | 'all', range: HistoryRange = {}): CommittedTransaction[] {
    return [...this.eachTransactionOf(documentIds, range)]
  }

  /** As `transactionsOf`, read one by one: each may have changed thousands of documents. */
  *eachTransactionOf(
    documentIds: string[] | 'all',
    range: HistoryRange = {},
  ): Generator<CommittedTransaction> {
    const marks = (values: unknown[]) => values.map(() => '?').join(', ')
    const { from = 0, to = Number.MAX_SAFE_INTEGER, since = '', until = '\uffff' } = range
    const { limit = -1, lifecycleOf } = range
    const lifecycle =
      lifecycleOf === undefined ? '' : 'AND (document_id = ? OR before IS NULL OR after IS NULL)'
    const touching =
      documentIds === 'all'
        ? ''
        : `sequence IN (SELECT sequence FROM changes WHERE document_id IN (${marks(documentIds)}) ${lifecycle}) AND`
    const rows = this.db
      .prepare(
        `SELECT * FROM transactions
         WHERE ${touching} sequence BETWEEN ? AND ? AND timestamp BETWEEN ? AND ?
         ORDER BY sequence ${range.reverse ? 'DESC' : 'ASC'} LIMIT ?`,
      )
      .all(
        ...(documentIds === 'all' ? [] : documentIds),
        ...(lifecycleOf === undefined ? [] : [lifecycleOf]),
        from,
        to,
        since,
        until,
        limit,
      )
    for (const row of rows) yield this.transactionFrom(row, range.changesOf)
  }

  /** Transactions that touched a release or a version in it, newest first: at most `limit`, up to position `to`. */
  transactionsOfRelease(name: string, { to, limit }: { to: number; limit: number }): CommittedTransaction[] {
    // The character after the dot ends what begins with the dot.
    const rows = this.sql(
      `SELECT * FROM transactions WHERE sequence IN (
         SELECT sequence FROM changes
         WHERE document_id = ? OR (document_id > ? AND document_id < ?)
       ) AND sequence <= ? ORDER BY sequence DESC LIMIT ?`,
    ).all(`_.releases.${name}`, `versions.${name}.`, `versions.${name}/`, to, limit)
    return rows.map((row) => this.transactionFrom(row))
  }

  /** Every transaction after a position, oldest first. */
  *transactionsAfter(sequence: number): Generator<CommittedTransaction> {
    const rows = this.sql('SELECT * FROM transactions WHERE sequence > ? ORDER BY sequence').all(sequence)
    for (const row of rows) yield this.transactionFrom(row)
  }

  private transactionFrom(row: Row, changesOf?: readonly string[]): CommittedTransaction {
    const id = text(row.id)
    return {
      id,
      sequence: count(row.sequence),
      timestamp: text(row.timestamp),
      identity: text(row.identity),
      ...(row.tags === null ? {} : { tags: text(row.tags) }),
      changes: this.changeRows(count(row.sequence), changesOf).map((change) => ({
        documentId: text(change.document_id),
        before: documentFrom(change.before),
        after: documentFrom(change.after),
        mutations: JSON.parse(text(change.mutations)),
        effects: JSON.parse(text(change.effects)),
        ...(change.previous_rev === null ? {} : { previousRev: text(change.previous_rev) }),
        resultRev: id,
      })),
    }
  }

  private changeRows(sequence: number, changesOf: readonly string[] | undefined): Row[] {
    if (!changesOf)
      return this.sql('SELECT * FROM changes WHERE sequence = ? ORDER BY position').all(sequence)
    const documents = new Set(changesOf)
    const rows: Row[] = []
    const places = this.sql('SELECT position, document_id FROM changes WHERE sequence = ? ORDER BY position')
    for (const { position, document_id } of places.all(sequence)) {
      const id = text(document_id)
      if (!documents.has(publishedIdOf(id)) && releaseNameOf(id) === undefined) continue
      const row = this.sql('SELECT * FROM changes WHERE sequence = ? AND position = ?').get(
        sequence,
        position ?? null,
      )
      if (row) rows.push(row)
    }
    return rows
  }

  /** The document after the transaction at position `sequence`; undefined when it had not existed yet. */
  documentAt(documentId: string, sequence: number): SanityDocument | null | undefined {
    const row = this.sql(
      'SELECT after FROM changes WHERE document_id = ? AND sequence <= ? ORDER BY sequence DESC LIMIT 1',
    ).get(documentId, sequence)
    return row ? documentFrom(row.after) : undefined
  }

  /** The document as it was at `time` (ISO 8601, UTC); undefined when it had not existed yet. */
  documentAtTime(documentId: string, time: string): SanityDocument | null | undefined {
    const row = this.sql(
      `SELECT after FROM changes JOIN transactions USING (sequence)
       WHERE document_id = ? AND transactions.timestamp <= ? ORDER BY sequence DESC LIMIT 1`,
    ).get(documentId, time)
    return row ? documentFrom(row.after) : undefined
  }

  /** The document as it last was when it existed; undefined when it never did. */
  lastExisting(documentId: string): SanityDocument | undefined {
    const row = this.sql(
      `SELECT after FROM changes WHERE document_id = ? AND after IS NOT NULL ORDER BY sequence DESC LIMIT 1`,
    ).get(documentId)
    return (row && documentFrom(row.after)) ?? undefined
  }

  /** Forgets documents and history. */
  clear(): void {
    this.atomically(() => {
      this.db.exec('DELETE FROM changes; DELETE FROM transactions; DELETE FROM documents')
      this.sql('UPDATE epochs SET name = ?').run(newEpoch())
    })
  }

  /** Closes the file; safe to repeat. */
  close(): void {
    this.statements.clear()
    if (this.db.isOpen) this.db.close()
  }
}

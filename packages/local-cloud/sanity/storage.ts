import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { createEpoch, openDatabase, parseDocument, readNumber, readText } from './database.ts'
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
}

/**
 * The SQLite file of a dataset: current documents, and every transaction with its changes.
 * A returned `write` is on disk (WAL with `synchronous=FULL`), so it survives a power cut.
 */
export class Storage {
  private readonly db: DatabaseSync
  private readonly statements = new Map<string, StatementSync>()

  constructor(file: string) {
    this.db = openDatabase(file)
  }

  /** The name of this history, which changes when the dataset is cleared. */
  epoch(): string {
    return readText(this.sql('SELECT name FROM epochs').get()?.name)
  }

  aclMode(): AclMode {
    return this.sql('SELECT acl_mode FROM access').get()?.acl_mode === 'private' ? 'private' : 'public'
  }

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

  *documents(): Generator<SanityDocument> {
    for (const row of this.sql('SELECT body FROM documents').iterate()) yield JSON.parse(readText(row.body))
  }

  /** The newest transaction's position and time, position 0 without any. */
  head(): { sequence: number; timestamp: string } {
    const row = this.sql('SELECT sequence, timestamp FROM transactions ORDER BY sequence DESC LIMIT 1').get()
    return row
      ? { sequence: readNumber(row.sequence), timestamp: readText(row.timestamp) }
      : { sequence: 0, timestamp: '' }
  }

  /** Writes a transaction and its documents, or nothing. Throws when a transaction has the same id. */
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
      else this.sql('INSERT OR REPLACE INTO documents (id, body) VALUES (?, ?)').run(documentId, body)
    }
  }

  getSequence(transactionId: string): number | undefined {
    const row = this.sql('SELECT sequence FROM transactions WHERE id = ?').get(transactionId)
    return row ? readNumber(row.sequence) : undefined
  }

  /** Transactions that changed any of these documents, or any at all; oldest first unless `range.reverse`. */
  readTransactions(documentIds: string[] | 'all', range: HistoryRange = {}): CommittedTransaction[] {
    const { from = 0, to = Number.MAX_SAFE_INTEGER, since = '', until = '\uffff', limit = -1 } = range
    const ids = documentIds === 'all' ? [] : documentIds
    const marks = ids.map(() => '?').join(', ')
    const touching = `sequence IN (SELECT sequence FROM changes WHERE document_id IN (${marks})) AND`
    const rows = this.db
      .prepare(
        `SELECT * FROM transactions
         WHERE ${documentIds === 'all' ? '' : touching} sequence BETWEEN ? AND ? AND timestamp BETWEEN ? AND ?
         ORDER BY sequence ${range.reverse ? 'DESC' : 'ASC'} LIMIT ?`,
      )
      .all(...ids, from, to, since, until, limit)
    return rows.map((row) => this.transactionFrom(row))
  }

  /** Transactions that changed a release or a version in it, newest first: at most `limit`, up to position `to`. */
  readReleaseTransactions(
    name: string,
    { to, limit }: { to: number; limit: number },
  ): CommittedTransaction[] {
    // In ASCII, the slash follows the dot: the range holds the ids that begin with `versions.<name>.`.
    const rows = this.sql(
      `SELECT * FROM transactions WHERE sequence IN (
         SELECT sequence FROM changes
         WHERE document_id = ? OR (document_id > ? AND document_id < ?)
       ) AND sequence <= ? ORDER BY sequence DESC LIMIT ?`,
    ).all(`_.releases.${name}`, `versions.${name}.`, `versions.${name}/`, to, limit)
    return rows.map((row) => this.transactionFrom(row))
  }

  readTransactionsAfter(sequence: number): CommittedTransaction[] {
    return this.readTransactions('all', { from: sequence + 1 })
  }

  private transactionFrom(row: Row): CommittedTransaction {
    const id = readText(row.id)
    const sequence = readNumber(row.sequence)
    const changes = this.sql('SELECT * FROM changes WHERE sequence = ? ORDER BY position').all(sequence)
    return {
      id,
      sequence,
      timestamp: readText(row.timestamp),
      identity: readText(row.identity),
      ...(row.tags === null ? {} : { tags: readText(row.tags) }),
      changes: changes.map((change) => ({
        documentId: readText(change.document_id),
        before: parseDocument(change.before),
        after: parseDocument(change.after),
        mutations: JSON.parse(readText(change.mutations)),
        effects: JSON.parse(readText(change.effects)),
        ...(change.previous_rev === null ? {} : { previousRev: readText(change.previous_rev) }),
        resultRev: id,
      })),
    }
  }

  /** The document after the transaction at position `sequence`, null when it did not exist. */
  readDocumentAt(documentId: string, sequence: number): SanityDocument | null {
    const row = this.sql(
      'SELECT after FROM changes WHERE document_id = ? AND sequence <= ? ORDER BY sequence DESC LIMIT 1',
    ).get(documentId, sequence)
    return parseDocument(row?.after)
  }

  /** The document at `time` (ISO 8601, UTC), null when it did not exist. */
  readDocumentAtTime(documentId: string, time: string): SanityDocument | null {
    const row = this.sql(
      `SELECT after FROM changes JOIN transactions USING (sequence)
       WHERE document_id = ? AND transactions.timestamp <= ? ORDER BY sequence DESC LIMIT 1`,
    ).get(documentId, time)
    return parseDocument(row?.after)
  }

  /** The last state of the document, null when it never existed. */
  readLastDocument(documentId: string): SanityDocument | null {
    const row = this.sql(
      `SELECT after FROM changes WHERE document_id = ? AND after IS NOT NULL ORDER BY sequence DESC LIMIT 1`,
    ).get(documentId)
    return parseDocument(row?.after)
  }

  clear(): void {
    this.atomically(() => {
      this.db.exec('DELETE FROM changes; DELETE FROM transactions; DELETE FROM documents')
      this.sql('UPDATE epochs SET name = ?').run(createEpoch())
    })
  }

  close(): void {
    this.statements.clear()
    if (this.db.isOpen) this.db.close()
  }
}

import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { runInTransaction } from '../http/sqlite.ts'
import { createEpoch, openDatabase, parseDocument, readNumber, readText } from './database.ts'
import type { AclMode, CommittedTransaction, SanityDocument } from './types.ts'

type Row = Record<string, unknown>

/** A range of the history. Its inclusive bounds are sequence numbers of transactions, and times in ISO 8601, UTC. */
export type HistoryRange = {
  fromSequence?: number | undefined
  toSequence?: number | undefined
  fromTime?: string | undefined
  toTime?: string | undefined
  reverse?: boolean
  limit?: number
}

/**
 * The SQLite file of a dataset: current documents, and every transaction with its changes.
 * A transaction is on disk when `write` returns (WAL with `synchronous=FULL`), so it survives a power failure.
 */
export class Storage {
  private readonly db: DatabaseSync
  private readonly statements = new Map<string, StatementSync>()

  constructor(file: string) {
    this.db = openDatabase(file)
  }

  /** The id of the current history. Clearing the dataset changes it. */
  readEpoch(): string {
    return readText(this.prepare('SELECT name FROM epochs').get()?.name)
  }

  readAclMode(): AclMode {
    return this.prepare('SELECT acl_mode FROM access').get()?.acl_mode === 'private' ? 'private' : 'public'
  }

  setAclMode(mode: AclMode): void {
    this.prepare('INSERT OR REPLACE INTO access (only_row, acl_mode) VALUES (1, ?)').run(mode)
  }

  private prepare(statement: string): StatementSync {
    let prepared = this.statements.get(statement)
    if (!prepared) {
      prepared = this.db.prepare(statement)
      this.statements.set(statement, prepared)
    }
    return prepared
  }

  *readDocuments(): Generator<SanityDocument> {
    for (const row of this.prepare('SELECT body FROM documents').iterate())
      yield JSON.parse(readText(row.body))
  }

  /** The sequence and time of the latest transaction; sequence 0 if there is none. */
  readLatest(): { sequence: number; timestamp: string } {
    const row = this.prepare(
      'SELECT sequence, timestamp FROM transactions ORDER BY sequence DESC LIMIT 1',
    ).get()
    return row
      ? { sequence: readNumber(row.sequence), timestamp: readText(row.timestamp) }
      : { sequence: 0, timestamp: '' }
  }

  /** Writes a transaction and its documents atomically. Throws if the transaction's id already exists. */
  write(transaction: CommittedTransaction): void {
    runInTransaction(this.db, () => this.insert(transaction))
  }

  private insert({ sequence, id, timestamp, identity, changes }: CommittedTransaction): void {
    this.prepare('INSERT INTO transactions (sequence, id, timestamp, identity) VALUES (?, ?, ?, ?)').run(
      sequence,
      id,
      timestamp,
      identity,
    )
    for (const [position, change] of changes.entries()) {
      const { documentId, before, after, mutations, effects } = change
      const body = after && JSON.stringify(after)
      this.prepare(
        `INSERT INTO changes (sequence, position, document_id, before, after, mutations, effects)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        sequence,
        position,
        documentId,
        before && JSON.stringify(before),
        body,
        JSON.stringify(mutations),
        JSON.stringify(effects),
      )
      if (body === null) this.prepare('DELETE FROM documents WHERE id = ?').run(documentId)
      else this.prepare('INSERT OR REPLACE INTO documents (id, body) VALUES (?, ?)').run(documentId, body)
    }
  }

  /** The sequence of a transaction; undefined for an unknown id. */
  getSequence(transactionId: string): number | undefined {
    const row = this.prepare('SELECT sequence FROM transactions WHERE id = ?').get(transactionId)
    return row ? readNumber(row.sequence) : undefined
  }

  /** All transactions in a range, or those that changed any of these documents; oldest first unless `range.reverse`. */
  readTransactions(documentIds: string[] | 'all', range: HistoryRange = {}): CommittedTransaction[] {
    const {
      fromSequence = 0,
      toSequence = Number.MAX_SAFE_INTEGER,
      fromTime = '',
      toTime = '\uffff',
      limit = -1,
    } = range
    const ids = documentIds === 'all' ? [] : documentIds
    const idParameters = ids.map(() => '?').join(', ')
    const idCondition = `sequence IN (SELECT sequence FROM changes WHERE document_id IN (${idParameters})) AND`
    const rows = this.db
      .prepare(
        `SELECT * FROM transactions
         WHERE ${documentIds === 'all' ? '' : idCondition} sequence BETWEEN ? AND ? AND timestamp BETWEEN ? AND ?
         ORDER BY sequence ${range.reverse ? 'DESC' : 'ASC'} LIMIT ?`,
      )
      .all(...ids, fromSequence, toSequence, fromTime, toTime, limit)
    return rows.map((row) => this.parseTransaction(row))
  }

  readTransactionsAfter(sequence: number): CommittedTransaction[] {
    return this.readTransactions('all', { fromSequence: sequence + 1 })
  }

  private parseTransaction(row: Row): CommittedTransaction {
    const id = readText(row.id)
    const sequence = readNumber(row.sequence)
    const changes = this.prepare('SELECT * FROM changes WHERE sequence = ? ORDER BY position').all(sequence)
    return {
      id,
      sequence,
      timestamp: readText(row.timestamp),
      identity: readText(row.identity),
      changes: changes.map((change) => ({
        documentId: readText(change.document_id),
        before: parseDocument(change.before),
        after: parseDocument(change.after),
        mutations: JSON.parse(readText(change.mutations)),
        effects: JSON.parse(readText(change.effects)),
        resultRev: id,
      })),
    }
  }

  /** The document after the transaction with this sequence; null when the document did not exist. */
  readDocumentAt(documentId: string, sequence: number): SanityDocument | null {
    const row = this.prepare(
      'SELECT after FROM changes WHERE document_id = ? AND sequence <= ? ORDER BY sequence DESC LIMIT 1',
    ).get(documentId, sequence)
    return parseDocument(row?.after)
  }

  /** The document at a time in ISO 8601, UTC; null when the document did not exist. */
  readDocumentAtTime(documentId: string, time: string): SanityDocument | null {
    const row = this.prepare(
      `SELECT after FROM changes JOIN transactions USING (sequence)
       WHERE document_id = ? AND transactions.timestamp <= ? ORDER BY sequence DESC LIMIT 1`,
    ).get(documentId, time)
    return parseDocument(row?.after)
  }

  clear(): void {
    runInTransaction(this.db, () => {
      this.db.exec('DELETE FROM changes; DELETE FROM transactions; DELETE FROM documents')
      this.prepare('UPDATE epochs SET name = ?').run(createEpoch())
    })
  }

  close(): void {
    this.statements.clear()
    if (this.db.isOpen) this.db.close()
  }
}

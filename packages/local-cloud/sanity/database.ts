import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { SanityDocument } from './types.ts'

/** Increase this version with every change of the tables, and migrate older files in `openDatabase`. */
const SCHEMA_VERSION = 2

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS documents (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS transactions (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    timestamp TEXT NOT NULL,
    identity TEXT NOT NULL,
    tags TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS changes (
    sequence INTEGER NOT NULL REFERENCES transactions (sequence),
    position INTEGER NOT NULL,
    document_id TEXT NOT NULL,
    previous_rev TEXT,
    before TEXT,
    after TEXT,
    mutations TEXT NOT NULL,
    effects TEXT NOT NULL,
    PRIMARY KEY (sequence, position)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS changes_by_document ON changes (document_id, sequence);
  CREATE TABLE IF NOT EXISTS epochs (name TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS access (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), acl_mode TEXT NOT NULL) STRICT;
`

/** A random name of a dataset's history, replaced when the dataset is cleared. */
export function createEpoch(): string {
  return randomBytes(6).toString('hex')
}

/** Opens or creates the file of a dataset (or `:memory:`), with its tables. Throws for a file of a newer version. */
export function openDatabase(file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000')
  const version = readNumber(db.prepare('PRAGMA user_version').get()?.user_version)
  if (version > SCHEMA_VERSION) {
    db.close()
    throw new Error(
      `${file} was written by a newer version (${version}). Update the local cloud, or delete its data folder.`,
    )
  }
  if (version < SCHEMA_VERSION) db.exec(`${SCHEMA}; PRAGMA user_version = ${SCHEMA_VERSION}`)
  db.prepare('INSERT INTO epochs (name) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM epochs)').run(createEpoch())
  return db
}

/** Runs `callback` in one transaction, and returns its result. Rolls back when it throws. */
export function runInTransaction<Result>(db: DatabaseSync, callback: () => Result): Result {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = callback()
    db.exec('COMMIT')
    return result
  } catch (error) {
    // SQLite ends the transaction on its own when the disk is full.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

/** The text in a column. Throws for any other value. */
export function readText(value: unknown): string {
  if (typeof value !== 'string')
    throw new Error('The dataset file is damaged: a text column has another type')
  return value
}

/** The number in a column. Throws for any other value. */
export function readNumber(value: unknown): number {
  if (typeof value !== 'number')
    throw new Error('The dataset file is damaged: a number column has another type')
  return value
}

/** The document in a column, null without one. */
export function parseDocument(value: unknown): SanityDocument | null {
  return value === null || value === undefined ? null : JSON.parse(readText(value))
}

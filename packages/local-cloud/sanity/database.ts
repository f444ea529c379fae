import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { SanityDocument } from './types.ts'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS documents (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS transactions (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    timestamp TEXT NOT NULL,
    identity TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS changes (
    sequence INTEGER NOT NULL REFERENCES transactions (sequence),
    position INTEGER NOT NULL,
    document_id TEXT NOT NULL,
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

/** A random name for a dataset's history, replaced when the dataset is cleared. */
export function createEpoch(): string {
  return randomBytes(6).toString('hex')
}

/** Opens or creates the file of a dataset (or `:memory:`), with its tables. */
export function openDatabase(file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000')
  db.exec(SCHEMA)
  db.prepare('INSERT INTO epochs (name) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM epochs)').run(createEpoch())
  return db
}

/** The string in a column. Throws for any other value. */
export function readText(value: unknown): string {
  if (typeof value !== 'string')
    throw new Error('The dataset file is damaged: a text column has a different type')
  return value
}

/** The number in a column. Throws for any other value. */
export function readNumber(value: unknown): number {
  if (typeof value !== 'number')
    throw new Error('The dataset file is damaged: a number column has a different type')
  return value
}

/** The document in a column; null for an empty column. */
export function parseDocument(value: unknown): SanityDocument | null {
  return value === null || value === undefined ? null : JSON.parse(readText(value))
}

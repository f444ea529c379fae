import { randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { SanityDocument } from './types.ts'

/** Raise it with every change of the tables, and say below how an older file is brought up to it. */
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

/** A name for a history that is not there yet. */
export function newEpoch(): string {
  return randomBytes(6).toString('hex')
}

/**
 * Opens or creates the file of a dataset (`:memory:` for one that is forgotten), with its tables. Throws when it is not
 * a lake's file, or one of a newer lake.
 */
export function openDatabase(file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000')
  const version = count(db.prepare('PRAGMA user_version').get()?.user_version)
  if (version > SCHEMA_VERSION) {
    db.close()
    throw new Error(`${file} was written by a newer content lake (${version}): update, or start with --reset`)
  }
  if (version < SCHEMA_VERSION) db.exec(`${SCHEMA}; PRAGMA user_version = ${SCHEMA_VERSION}`)
  db.prepare('INSERT INTO epochs (name) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM epochs)').run(newEpoch())
  return db
}

/** The text in a column. Throws when it holds anything else. */
export function text(value: unknown): string {
  if (typeof value !== 'string')
    throw new Error('The content lake file is damaged: a text column holds no text')
  return value
}

/** The number in a column. Throws when it holds anything else. */
export function count(value: unknown): number {
  if (typeof value !== 'number')
    throw new Error('The content lake file is damaged: a number column holds no number')
  return value
}

/** The document in a column, null for none. */
export function documentFrom(value: unknown): SanityDocument | null {
  return value === null || value === undefined ? null : JSON.parse(text(value))
}

import type { DatabaseSync } from 'node:sqlite'

/** Runs `callback` in one transaction, and returns its result. Rolls back when it throws. */
export function runInTransaction<Result>(db: DatabaseSync, callback: () => Result): Result {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = callback()
    db.exec('COMMIT')
    return result
  } catch (error) {
    // SQLite rolls back the transaction automatically when the disk is full.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

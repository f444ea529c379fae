import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { runInTransaction } from '../../http/sqlite.ts'
import type { Hook, HookSettings } from './hook.ts'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS hooks (id TEXT PRIMARY KEY, body TEXT NOT NULL, position INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS hook_progress (dataset TEXT PRIMARY KEY, sequence INTEGER NOT NULL) STRICT;
`

function parseHook(row: Record<string, unknown>): Hook {
  return JSON.parse(String(row.body))
}

/** Stores webhooks and, for each dataset, the last transaction whose messages are queued, in SQLite. */
export class HookStore {
  private readonly db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.db = db
    this.db.exec(SCHEMA)
  }

  /** The webhooks, oldest first. */
  listHooks(): Hook[] {
    return this.db.prepare('SELECT body FROM hooks ORDER BY position').all().map(parseHook)
  }

  findHook(id: string): Hook | undefined {
    const row = this.db.prepare('SELECT body FROM hooks WHERE id = ?').get(id)
    return row && parseHook(row)
  }

  create(settings: HookSettings): Hook {
    const id = randomBytes(8).toString('base64url')
    const hook: Hook = { ...settings, id }
    this.db
      .prepare(
        'INSERT INTO hooks (id, body, position) VALUES (?, ?, (SELECT COALESCE(MAX(position), 0) + 1 FROM hooks))',
      )
      .run(id, JSON.stringify(hook))
    return hook
  }

  update(hook: Hook): void {
    this.db.prepare('UPDATE hooks SET body = ? WHERE id = ?').run(JSON.stringify(hook), hook.id)
  }

  /** The sequence of the last transaction whose messages are queued; undefined for a new dataset. */
  readProgress(dataset: string): number | undefined {
    const row = this.db.prepare('SELECT sequence FROM hook_progress WHERE dataset = ?').get(dataset)
    return row && Number(row.sequence)
  }

  /** Stores the progress of a dataset and the writes of `callback` in one transaction. */
  saveProgress<Result>(dataset: string, sequence: number, callback: () => Result): Result {
    return runInTransaction(this.db, () => {
      this.db
        .prepare('INSERT OR REPLACE INTO hook_progress (dataset, sequence) VALUES (?, ?)')
        .run(dataset, sequence)
      return callback()
    })
  }

  clearProgress(): void {
    this.db.exec('DELETE FROM hook_progress')
  }
}

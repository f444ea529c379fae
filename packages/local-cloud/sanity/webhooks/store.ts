import { randomBytes, randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { MessageStatus } from '../../http/deliveryQueue.ts'
import { runInTransaction } from '../database.ts'
import type { Hook, HookSettings } from './hook.ts'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS hooks (id TEXT PRIMARY KEY, body TEXT NOT NULL, position INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS hook_messages (
    position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, hook_id TEXT NOT NULL, status TEXT NOT NULL,
    failures INTEGER NOT NULL, due_at INTEGER NOT NULL, body TEXT NOT NULL
  ) STRICT;
  DROP TABLE IF EXISTS hook_attempts;
  CREATE TABLE IF NOT EXISTS hook_progress (dataset TEXT PRIMARY KEY, sequence INTEGER NOT NULL) STRICT;
`

/** The number of messages that stay stored after they were delivered, failed or dropped. */
const maxFinishedMessages = 500

/** The content of a message. It is fixed when the message is queued; a replay renews `createdAt`. */
export type MessageContent = {
  payload: string
  headers: Record<string, string>
  operation: string
  documentId: string
  createdAt: string
}
export type Attempt = {
  createdAt: string
  /** Milliseconds. */
  duration: number
  resultCode: number | null
  resultBody: string | null
  failureReason: 'http' | 'timeout' | 'network' | null
  isFailure: boolean
}

export type Message = MessageContent & {
  id: string
  hookId: string
  status: MessageStatus
  failures: number
  /** The time of the next attempt. Milliseconds since 1970. */
  dueAt: number
  /** Oldest first. */
  attempts: Attempt[]
}

type Row = Record<string, unknown>

function parseMessage(row: Row): Message {
  const content: MessageContent & { attempts?: Attempt[] } = JSON.parse(String(row.body))
  const status = (['success', 'failure', 'dropped'] as const).find((name) => name === row.status) ?? 'pending'
  return {
    attempts: [],
    ...content,
    id: String(row.id),
    hookId: String(row.hook_id),
    status,
    failures: Number(row.failures),
    dueAt: Number(row.due_at),
  }
}

function parseHook(row: Row): Hook {
  return JSON.parse(String(row.body))
}

/** Webhooks and their messages in SQLite. Undelivered messages survive a restart. */
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

  create(settings: HookSettings, createdByUserId: string): Hook {
    const now = new Date().toISOString()
    const id = randomBytes(8).toString('base64url')
    const hook: Hook = { ...settings, id, createdAt: now, updatedAt: now, createdByUserId }
    this.db
      .prepare(
        'INSERT INTO hooks (id, body, position) VALUES (?, ?, (SELECT COALESCE(MAX(position), 0) + 1 FROM hooks))',
      )
      .run(id, JSON.stringify(hook))
    return hook
  }

  /** Deletes a webhook with its messages. Returns false when none has this id. */
  delete(id: string): boolean {
    this.db.prepare('DELETE FROM hook_messages WHERE hook_id = ?').run(id)
    return this.db.prepare('DELETE FROM hooks WHERE id = ?').run(id).changes > 0
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

  enqueue(hookId: string, content: MessageContent): Message {
    const id = randomUUID()
    const dueAt = Date.now()
    const attempts: Attempt[] = []
    this.db
      .prepare(
        "INSERT INTO hook_messages (id, hook_id, status, failures, due_at, body) VALUES (?, ?, 'pending', 0, ?, ?)",
      )
      .run(id, hookId, dueAt, JSON.stringify({ ...content, attempts }))
    return { ...content, id, hookId, status: 'pending', failures: 0, dueAt, attempts }
  }

  /** The first message of a webhook that is due at `now` (milliseconds since 1970). */
  findDue(hookId: string, now: number): Message | undefined {
    const row = this.db
      .prepare(
        `SELECT * FROM hook_messages WHERE hook_id = ? AND status = 'pending' AND due_at <= ?
         ORDER BY position LIMIT 1`,
      )
      .get(hookId, now)
    return row && parseMessage(row)
  }

  /** The due time of a webhook's next message in milliseconds since 1970; undefined without one. */
  findNextDue(hookId: string): number | undefined {
    const dueAt = this.db
      .prepare("SELECT MIN(due_at) AS next FROM hook_messages WHERE hook_id = ? AND status = 'pending'")
      .get(hookId)?.next
    return typeof dueAt === 'number' ? dueAt : undefined
  }

  /** Marks the pending messages of a webhook that were queued before a time as failed. */
  expire(hookId: string, beforeMs: number): void {
    this.db
      .prepare(
        `UPDATE hook_messages SET status = 'failure'
         WHERE hook_id = ? AND status = 'pending' AND json_extract(body, '$.createdAt') < ?`,
      )
      .run(hookId, new Date(beforeMs).toISOString())
    this.deleteOld()
  }

  findMessage(id: string): Message | undefined {
    const row = this.db.prepare('SELECT * FROM hook_messages WHERE id = ?').get(id)
    return row && parseMessage(row)
  }

  listRecentMessages(): Message[] {
    return this.db
      .prepare('SELECT * FROM hook_messages ORDER BY position DESC LIMIT 100')
      .all()
      .map(parseMessage)
  }

  /** Stores the state of a message. `dueAt` is the time of its next attempt. Milliseconds since 1970. */
  settle(id: string, status: MessageStatus, failures: number, dueAt = 0): void {
    this.db
      .prepare('UPDATE hook_messages SET status = ?, failures = ?, due_at = ? WHERE id = ?')
      .run(status, failures, dueAt, id)
    if (status !== 'pending') this.deleteOld()
  }

  /** Queues a message again, with as many retries as a new message. Its earlier attempts stay recorded. */
  requeue(id: string): void {
    const now = new Date()
    this.db
      .prepare("UPDATE hook_messages SET body = json_set(body, '$.createdAt', ?) WHERE id = ?")
      .run(now.toISOString(), id)
    this.settle(id, 'pending', 0, now.getTime())
  }

  private deleteOld(): void {
    this.db
      .prepare(
        `DELETE FROM hook_messages WHERE status != 'pending' AND position <=
           (SELECT position FROM hook_messages WHERE status != 'pending' ORDER BY position DESC LIMIT 1 OFFSET ?)`,
      )
      .run(maxFinishedMessages)
  }

  recordAttempt(messageId: string, attempt: Attempt): void {
    this.db
      .prepare("UPDATE hook_messages SET body = json_insert(body, '$.attempts[#]', json(?)) WHERE id = ?")
      .run(JSON.stringify(attempt), messageId)
  }

  /** Deletes all messages and the progress of all datasets. */
  clearMessages(): void {
    this.db.exec('DELETE FROM hook_messages; DELETE FROM hook_progress')
  }
}

import { randomBytes, randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { MessageStatus } from '../../http/deliveryQueue.ts'
import type { Hook, HookSettings } from './hook.ts'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS hooks (id TEXT PRIMARY KEY, body TEXT NOT NULL, position INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS hook_messages (
    position INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, hook_id TEXT NOT NULL, status TEXT NOT NULL,
    failures INTEGER NOT NULL, due_at INTEGER NOT NULL, body TEXT NOT NULL
  ) STRICT;
  DROP INDEX IF EXISTS hook_messages_due;
  CREATE INDEX IF NOT EXISTS hook_messages_waiting ON hook_messages (hook_id, status, position);
  CREATE INDEX IF NOT EXISTS hook_messages_status ON hook_messages (status, position);
  CREATE TABLE IF NOT EXISTS hook_attempts (
    position INTEGER PRIMARY KEY AUTOINCREMENT, message_id TEXT NOT NULL, hook_id TEXT NOT NULL, body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS hook_progress (dataset TEXT PRIMARY KEY, sequence INTEGER NOT NULL) STRICT;
`

/** How many finished messages, with their attempts, are kept to look at. */
const KEPT = 500

/** What is sent, fixed when the change happened: the hook may be edited in between. */
export type MessageContent = {
  payload: string
  headers: Record<string, string>
  operation: string
  documentId: string
  createdAt: string
}
export type Message = MessageContent & {
  id: string
  hookId: string
  status: MessageStatus
  failures: number
  /** When it may be sent next. Milliseconds since 1970. */
  dueAt: number
}

/** One try at sending a message. */
export type Attempt = {
  id: string
  messageId: string
  hookId: string
  createdAt: string
  /** Milliseconds. */
  duration: number
  resultCode: number | null
  resultBody: string | null
  failureReason: 'http' | 'timeout' | 'network' | null
  isFailure: boolean
  inProgress: boolean
}

type Row = Record<string, unknown>

function messageFrom(row: Row): Message {
  const content: MessageContent = JSON.parse(String(row.body))
  const status = (['success', 'failure', 'dropped'] as const).find((name) => name === row.status) ?? 'pending'
  return {
    ...content,
    id: String(row.id),
    hookId: String(row.hook_id),
    status,
    failures: Number(row.failures),
    dueAt: Number(row.due_at),
  }
}

function parsed<T>(row: Row): T {
  return JSON.parse(String(row.body))
}

/** Registered webhooks, their messages and every attempt, in SQLite: what wasn't delivered outlives a restart. */
export class HookStore {
  private readonly db: DatabaseSync

  /** Creates its tables in `db`, which waits for the disk with every write, when they are missing. */
  constructor(db: DatabaseSync) {
    this.db = db
    this.db.exec(SCHEMA)
  }

  /** All webhooks, oldest first. */
  hooks(): Hook[] {
    return this.db
      .prepare('SELECT body FROM hooks ORDER BY position')
      .all()
      .map((row) => parsed<Hook>(row))
  }

  /** One webhook. */
  hook(id: string): Hook | undefined {
    const row = this.db.prepare('SELECT body FROM hooks WHERE id = ?').get(id)
    return row && parsed<Hook>(row)
  }

  /** Registers a webhook. */
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

  /** Removes a webhook, what it still had to send, and its log. */
  delete(id: string): boolean {
    this.db.prepare('DELETE FROM hook_messages WHERE hook_id = ?').run(id)
    this.db.prepare('DELETE FROM hook_attempts WHERE hook_id = ?').run(id)
    return this.db.prepare('DELETE FROM hooks WHERE id = ?').run(id).changes > 0
  }

  /** The position of the last transaction of a dataset that was looked at; undefined for a dataset never seen. */
  progress(dataset: string): number | undefined {
    const row = this.db.prepare('SELECT sequence FROM hook_progress WHERE dataset = ?').get(dataset)
    return row && Number(row.sequence)
  }

  /**
   * Writes without waiting for the disk what the next start can make up for: a power cut takes back the latest of it, as
   * if it had not happened yet. A killed process loses nothing. It is a switch, since a second connection, which never
   * waited, would find the file locked (`AccountStore`).
   */
  private quickly<Result>(work: () => Result): Result {
    this.db.exec('PRAGMA synchronous = NORMAL')
    try {
      return work()
    } finally {
      this.db.exec('PRAGMA synchronous = FULL')
    }
  }

  /** Notes that a dataset's transactions were looked at up to a position, together with what `work` writes. */
  advance<Result>(dataset: string, sequence: number, work: () => Result): Result {
    return this.quickly(() => this.noteProgress(dataset, sequence, work))
  }

  private noteProgress<Result>(dataset: string, sequence: number, work: () => Result): Result {
    this.db.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.db
        .prepare(
          `INSERT INTO hook_progress (dataset, sequence) VALUES (?, ?)
           ON CONFLICT (dataset) DO UPDATE SET sequence = excluded.sequence`,
        )
        .run(dataset, sequence)
      this.db.exec('COMMIT')
      return result
    } catch (error) {
      if (this.db.isTransaction) this.db.exec('ROLLBACK')
      throw error
    }
  }

  /** Queues a message. */
  enqueue(hookId: string, content: MessageContent): Message {
    const id = randomUUID()
    const dueAt = Date.now()
    this.db
      .prepare(
        "INSERT INTO hook_messages (id, hook_id, status, failures, due_at, body) VALUES (?, ?, 'pending', 0, ?, ?)",
      )
      .run(id, hookId, dueAt, JSON.stringify(content))
    return { ...content, id, hookId, status: 'pending', failures: 0, dueAt }
  }

  /** The first message of a webhook that may be sent at a time (milliseconds since 1970). */
  due(hookId: string, now: number): Message | undefined {
    const row = this.db
      .prepare(
        `SELECT * FROM hook_messages WHERE hook_id = ? AND status = 'pending' AND due_at <= ?
         ORDER BY position LIMIT 1`,
      )
      .get(hookId, now)
    return row && messageFrom(row)
  }

  /** When the next message of a webhook may be sent, in milliseconds since 1970; undefined when none waits. */
  nextDue(hookId: string): number | undefined {
    const next = this.db
      .prepare("SELECT MIN(due_at) AS next FROM hook_messages WHERE hook_id = ? AND status = 'pending'")
      .get(hookId)?.next
    return typeof next === 'number' ? next : undefined
  }

  /** Gives up what has waited since before a time (milliseconds since 1970). */
  expire(hookId: string, before: number): void {
    this.quickly(() => {
      this.db
        .prepare(
          `UPDATE hook_messages SET status = 'failure'
           WHERE hook_id = ? AND status = 'pending' AND json_extract(body, '$.createdAt') < ?`,
        )
        .run(hookId, new Date(before).toISOString())
      this.forgetOld()
    })
  }

  /** One message. */
  message(id: string): Message | undefined {
    const row = this.db.prepare('SELECT * FROM hook_messages WHERE id = ?').get(id)
    return row && messageFrom(row)
  }

  /** The latest messages, of one webhook or all, newest first. */
  messages(hookId?: string, limit = 100): Message[] {
    const rows = hookId
      ? this.db
          .prepare('SELECT * FROM hook_messages WHERE hook_id = ? ORDER BY position DESC LIMIT ?')
          .all(hookId, limit)
      : this.db.prepare('SELECT * FROM hook_messages ORDER BY position DESC LIMIT ?').all(limit)
    return rows.map(messageFrom)
  }

  /** Records how a message stands. `dueAt` (milliseconds since 1970) is when it is tried next. */
  settle(id: string, status: MessageStatus, failures: number, dueAt = 0): void {
    this.quickly(() => {
      this.db
        .prepare('UPDATE hook_messages SET status = ?, failures = ?, due_at = ? WHERE id = ?')
        .run(status, failures, dueAt, id)
      if (status !== 'pending') this.forgetOld()
    })
  }

  /** Has a message sent again, as one that has just come. */
  sendAgain(id: string): void {
    const now = new Date()
    this.db
      .prepare("UPDATE hook_messages SET body = json_set(body, '$.createdAt', ?) WHERE id = ?")
      .run(now.toISOString(), id)
    this.settle(id, 'pending', 0, now.getTime())
  }

  private forgetOld(): void {
    this.db
      .prepare(
        `DELETE FROM hook_messages WHERE status != 'pending' AND position <=
           (SELECT position FROM hook_messages WHERE status != 'pending' ORDER BY position DESC LIMIT 1 OFFSET ?)`,
      )
      .run(KEPT)
    this.db
      .prepare(
        'DELETE FROM hook_attempts WHERE position <= (SELECT position FROM hook_attempts ORDER BY position DESC LIMIT 1 OFFSET ?)',
      )
      .run(KEPT * 2)
  }

  /** Logs an attempt. */
  record(attempt: Attempt): void {
    this.quickly(() =>
      this.db
        .prepare('INSERT INTO hook_attempts (message_id, hook_id, body) VALUES (?, ?, ?)')
        .run(attempt.messageId, attempt.hookId, JSON.stringify(attempt)),
    )
  }

  /** The latest attempts, of one webhook or all, newest first. */
  attempts(hookId?: string, limit = 100): Attempt[] {
    const rows = hookId
      ? this.db
          .prepare('SELECT body FROM hook_attempts WHERE hook_id = ? ORDER BY position DESC LIMIT ?')
          .all(hookId, limit)
      : this.db.prepare('SELECT body FROM hook_attempts ORDER BY position DESC LIMIT ?').all(limit)
    return rows.map((row) => parsed<Attempt>(row))
  }

  /** Forgets messages and attempts; webhooks stay. */
  clearMessages(): void {
    this.db.exec('DELETE FROM hook_messages; DELETE FROM hook_attempts; DELETE FROM hook_progress')
  }
}

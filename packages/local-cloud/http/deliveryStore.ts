import { randomUUID } from 'node:crypto'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { Attempt } from './attemptDelivery.ts'
import { runInTransaction } from './sqlite.ts'

const SCHEMA = `
  create table if not exists deliveries (
    position integer primary key autoincrement, id text not null unique, receiver text not null, subject text not null,
    status text not null, failures integer not null, due_at integer not null, created_at integer not null,
    content text not null, attempts text not null default '[]'
  ) strict;
  create index if not exists deliveries_waiting on deliveries (status, receiver, position);
  create index if not exists deliveries_subject on deliveries (subject);
`

/** The maximum number of finished deliveries (successful, failed or dropped) that stay stored. */
const maxFinishedDeliveries = 500

const STATUSES = ['pending', 'success', 'failure', 'dropped'] as const
/** `failure` ends retries. A delivery is `dropped` by a simulated loss, or if its receiver was deleted or disabled. */
export type DeliveryStatus = (typeof STATUSES)[number]

/** A webhook's message to one receiver. */
export type Delivery<Content> = Content & {
  id: string
  receiver: string
  /** The id of the event or document that the webhook reports. */
  subject: string
  status: DeliveryStatus
  /** The number of failed attempts. */
  failures: number
  createdAt: string
  /** Newest first. */
  attempts: Attempt[]
}

function parseRow<Content>(row: Record<string, unknown>): Delivery<Content> {
  const content: Content = JSON.parse(String(row.content))
  const attempts: Attempt[] = JSON.parse(String(row.attempts))
  return {
    ...content,
    id: String(row.id),
    receiver: String(row.receiver),
    subject: String(row.subject),
    status: STATUSES.find((status) => status === row.status) ?? 'pending',
    failures: Number(row.failures),
    createdAt: new Date(Number(row.created_at)).toISOString(),
    attempts: attempts.toReversed(),
  }
}

/** A vendor's webhook deliveries in SQLite, in order of insertion. Times are Unix times in milliseconds. */
export class DeliveryStore<Content extends object> {
  private readonly db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.db = db
    db.exec(SCHEMA)
  }

  private select(clauses: string, ...values: SQLInputValue[]): Delivery<Content>[] {
    const rows = this.db.prepare(`select * from deliveries ${clauses}`).all(...values)
    return rows.map((row) => parseRow<Content>(row))
  }

  private run(sql: string, ...values: SQLInputValue[]): void {
    this.db.prepare(sql).run(...values)
  }

  /** Adds a delivery, which is due immediately. */
  enqueue(receiver: string, subject: string, content: Content): void {
    const now = Date.now()
    this.run(
      `insert into deliveries (id, receiver, subject, status, failures, due_at, created_at, content)
       values (?, ?, ?, 'pending', 0, ?, ?, ?)`,
      ...[randomUUID(), receiver, subject, now, now, JSON.stringify(content)],
    )
  }

  /** Finds the first delivery that is due for a receiver. */
  findDue(receiver: string): Delivery<Content> | undefined {
    const where = "where status = 'pending' and receiver = ? and due_at <= ?"
    return this.select(`${where} order by position limit 1`, receiver, Date.now())[0]
  }

  /** Finds the time at which a receiver's next delivery is due; undefined when none is pending. */
  findNextDueTime(receiver: string): number | undefined {
    const row = this.db
      .prepare("select min(due_at) as next from deliveries where status = 'pending' and receiver = ?")
      .get(receiver)
    return typeof row?.next === 'number' ? row.next : undefined
  }

  /** Marks a receiver's pending deliveries as failed if they were created before the given time. */
  expire(receiver: string, before: number): void {
    const where = "status = 'pending' and receiver = ? and created_at < ?"
    this.run(`update deliveries set status = 'failure' where ${where}`, receiver, before)
  }

  recordAttempt(id: string, attempt: Attempt): void {
    const sql = "update deliveries set attempts = json_insert(attempts, '$[#]', json(?)) where id = ?"
    this.run(sql, JSON.stringify(attempt), id)
  }

  /** Stores a delivery's state and `onSettled`'s writes in one transaction. `dueAt` is when the next attempt is due. */
  settle(
    id: string,
    { status, failures, dueAt = 0 }: { status: DeliveryStatus; failures: number; dueAt: number | undefined },
    onSettled: () => void,
  ): void {
    runInTransaction(this.db, () => {
      const sql = 'update deliveries set status = ?, failures = ?, due_at = ? where id = ?'
      this.run(sql, status, failures, dueAt, id)
      onSettled()
      this.run(
        `delete from deliveries where status != 'pending' and position <=
           (select position from deliveries where status != 'pending' order by position desc limit 1 offset ?)`,
        maxFinishedDeliveries,
      )
    })
  }

  /** Makes a delivery pending again, with as many retries as a new one. Its earlier attempts stay recorded. */
  resend(id: string): Delivery<Content> | undefined {
    const [delivery] = this.select('where id = ?', id)
    if (!delivery) return undefined
    const now = Date.now()
    const changes = "status = 'pending', failures = 0, due_at = ?, created_at = ?"
    this.run(`update deliveries set ${changes} where id = ?`, now, now, id)
    return delivery
  }

  /** Counts a subject's deliveries that have not succeeded. */
  countUndelivered(subject: string): number {
    return this.select("where subject = ? and status != 'success'", subject).length
  }

  /** Lists the latest deliveries, newest first. */
  listLatest(): Delivery<Content>[] {
    return this.select('order by position desc limit 100')
  }

  clear(): void {
    this.db.exec('delete from deliveries')
  }
}

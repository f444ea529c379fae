import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Kind, Objects, StoredEvent } from '../types.ts'

const SCHEMA = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table if not exists objects (
    position integer primary key autoincrement, id text not null unique, kind text not null, customer text,
    deleted integer not null default 0, body text not null, parent text, due_at integer, created integer
  ) strict;
  create index if not exists objects_pages on objects (kind, position, created);
  create index if not exists objects_customer on objects (customer, kind, position);
  create index if not exists objects_parent on objects (parent, kind, position);
  create index if not exists objects_due on objects (due_at) where due_at is not null;
  create table if not exists settings (name text primary key, value text not null) strict;
`

type Tombstone = { id: string; object: string; deleted: true }

/** How long a subscription waits for its first payment (https://docs.stripe.com/billing/subscriptions/overview). Seconds. */
const FIRST_PAYMENT_TIME = 23 * 3600

/** When an object changes by itself. Seconds since 1970. */
function getDueTime(body: Objects[Kind]): number | null {
  if (body.object === 'checkout.session') return body.status === 'open' ? body.expires_at : null
  if (body.object === 'invoice') {
    if (!body.auto_advance) return null
    if (body.status === 'draft') return body.automatically_finalizes_at
    return body.status === 'open' ? body.next_payment_attempt : null
  }
  if (body.object !== 'subscription') return null
  if (body.status === 'incomplete') return body.created + FIRST_PAYMENT_TIME
  if (!['active', 'past_due', 'unpaid'].includes(body.status)) return null
  const ends = body.items.data.map(({ current_period_end }) => current_period_end)
  return Math.min(...ends, body.cancel_at ?? Infinity)
}

const PARENTS: Record<string, string> = {
  dispute: 'charge',
  invoice_payment: 'invoice',
  refund: 'charge',
}

function readId(body: object, field: string | undefined): string | null {
  const value: unknown = field === undefined ? undefined : Reflect.get(body, field)
  return typeof value === 'string' ? value : null
}

/** Every object of the account, in SQLite. A transaction is on disk when it returns, all of it or nothing. */
export class ObjectStore {
  readonly db: DatabaseSync
  private readonly statements = new Map<string, StatementSync>()
  /** The events of the open transaction. */
  private pending: StoredEvent[] | undefined
  private readonly record: (events: readonly StoredEvent[]) => void

  /**
   * @param file - an SQLite file, or `:memory:`
   * @param record - writes the events of a transaction, inside of it
   */
  constructor(file: string, record: (events: readonly StoredEvent[]) => void) {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    this.db = new DatabaseSync(file)
    this.db.exec(SCHEMA)
    this.record = record
  }

  prepare(sql: string): StatementSync {
    const known = this.statements.get(sql) ?? this.db.prepare(sql)
    this.statements.set(sql, known)
    return known
  }

  /** Runs `work` in a transaction. An error rolls it back, unless `keeps` accepts the error. */
  transaction<T>(work: () => T, keeps: (error: unknown) => boolean = () => false): T {
    this.db.exec('begin immediate')
    const events: StoredEvent[] = []
    this.pending = events
    const commit = () => {
      this.record(events)
      this.db.exec('commit')
    }
    try {
      const result = work()
      commit()
      return result
    } catch (error) {
      if (keeps(error) && this.db.isTransaction) commit()
      throw error
    } finally {
      this.pending = undefined
      // SQLite rolls back by itself on some errors, for example on a full disk.
      if (this.db.isTransaction) this.db.exec('rollback')
    }
  }

  /** Adds an event to the open transaction, or records it at once. */
  note(event: StoredEvent): void {
    if (this.pending) this.pending.push(event)
    else this.record([event])
  }

  /** Writes an object, new or changed. */
  put<K extends Kind>(kind: K, body: Objects[K]): void {
    this.prepare(
      `insert into objects (id, kind, customer, body, parent, due_at, created) values (?, ?, ?, ?, ?, ?, ?)
       on conflict (id) do update set customer = excluded.customer, deleted = 0, body = excluded.body,
         parent = excluded.parent, due_at = excluded.due_at`,
    ).run(
      body.id,
      kind,
      readId(body, 'customer'),
      JSON.stringify(body),
      readId(body, PARENTS[kind]),
      getDueTime(body),
      'created' in body ? Number(body.created) : null,
    )
  }

  private read<K extends Kind>(where: string, ...values: string[]): Objects[K][] {
    const sql = `select body from objects where ${where} and deleted = 0 order by position desc`
    return this.prepare(sql)
      .all(...values)
      .map(({ body }) => JSON.parse(String(body)))
  }

  /** Objects of a kind, or those of one customer, newest first. */
  all<K extends Kind>(kind: K, customer?: string): Objects[K][] {
    if (customer === undefined) return this.read<K>('kind = ?', kind)
    return this.read<K>('kind = ? and customer = ?', kind, customer)
  }

  /** The payments of an invoice, or the refunds and disputes of a charge, newest first. */
  children<K extends Kind>(kind: K, parent: string): Objects[K][] {
    return this.read<K>('kind = ? and parent = ?', kind, parent)
  }

  /** An object that is not deleted. */
  get<K extends Kind>(kind: K, id: string): Objects[K] | undefined {
    return this.read<K>('kind = ? and id = ?', kind, id)[0]
  }

  /** An object of any kind, or its tombstone. */
  find(id: string): { id: string; object: string } | undefined {
    const row = this.prepare('select body from objects where id = ?').get(id)
    return row && JSON.parse(String(row.body))
  }

  /** The number of objects of a kind. */
  count(kind: Kind): number {
    const row = this.prepare('select count(*) as count from objects where kind = ? and deleted = 0').get(kind)
    return Number(row?.count)
  }

  /** Replaces an object by a tombstone. `rest` are the fields that remain. */
  replaceWithTombstone(kind: Kind, id: string, rest: object = {}): Tombstone {
    const tombstone: Tombstone = { ...rest, id, object: kind, deleted: true }
    this.prepare('update objects set deleted = 1, due_at = null, body = ? where id = ?').run(
      JSON.stringify(tombstone),
      id,
    )
    return tombstone
  }

  /** The object that is due first, until a time. Seconds since 1970. */
  nextDue(until: number): { kind: string; id: string; at: number } | undefined {
    const row = this.prepare(
      'select id, kind, due_at from objects where due_at <= ? order by due_at, position limit 1',
    ).get(until)
    return row && { kind: String(row.kind), id: String(row.id), at: Number(row.due_at) }
  }

  /** Clears an object's due time until it is written again. */
  postpone(id: string): void {
    this.prepare('update objects set due_at = null where id = ?').run(id)
  }

  /** A setting of the account or a hidden detail of an object. */
  setting(name: string): string | undefined {
    const row = this.prepare('select value from settings where name = ?').get(name)
    return row && String(row.value)
  }

  set(name: string, value: string): void {
    this.prepare(
      'insert into settings (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
    ).run(name, value)
  }

  close(): void {
    this.db.close()
  }
}

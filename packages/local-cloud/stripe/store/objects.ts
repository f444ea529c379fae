import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { idOf, type Kind, type Objects, type StoredEvent } from '../types.ts'
import { dueOf } from './due.ts'

const SCHEMA = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table if not exists objects (
    position integer primary key autoincrement, id text not null unique, kind text not null, customer text,
    deleted integer not null default 0, body text not null, parent text, due_at integer, clock text,
    created integer
  ) strict;
  create index if not exists objects_kind on objects (kind, position);
  create index if not exists objects_customer on objects (customer, kind, position);
  create index if not exists objects_parent on objects (parent, kind, position);
  create index if not exists objects_created on objects (kind, created);
  create index if not exists objects_due on objects (due_at) where due_at is not null;
  create table if not exists settings (name text primary key, value text not null) strict;
`

/** What a deleted object leaves behind. */
export type Tombstone = { id: string; object: string; deleted: true }

function customerOf(body: object): string | null {
  if (!('customer' in body)) return null
  const { customer } = body
  if (typeof customer === 'string') return customer
  return typeof customer === 'object' && customer && 'id' in customer
    ? idOf({ id: String(customer.id) })
    : null
}

/** What an object belongs to, besides its customer: it is looked up by that. */
function parentOf(body: object): string | null {
  if (!('object' in body)) return null
  const field = PARENTS[String(body.object)]
  const value = field && Object.hasOwn(body, field) ? Reflect.get(body, field) : undefined
  return typeof value === 'string' ? value : null
}

const PARENTS: Record<string, string> = {
  charge: 'payment_intent',
  dispute: 'charge',
  invoice_payment: 'invoice',
  refund: 'charge',
}

/**
 * Every object of the account, in SQLite. What is done inside `transaction` is on disk when it returns, all of it or
 * nothing.
 */
export class ObjectStore {
  readonly db: DatabaseSync
  private readonly statements = new Map<string, StatementSync>()
  /** The events of the transaction that is open. */
  private noted: StoredEvent[] | undefined
  private record = (events: readonly StoredEvent[]): void => {
    for (const event of events) this.put('event', event)
  }

  /** `file` is an SQLite file, or `:memory:`. */
  constructor(file: string) {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    this.db = new DatabaseSync(file)
    this.addColumns()
    this.db.exec(SCHEMA)
  }

  /** Folders of an earlier day have a table with fewer columns. */
  private addColumns(): void {
    const columns = this.db.prepare("select name from pragma_table_info('objects')").all()
    if (columns.length === 0) return
    const known = new Set(columns.map(({ name }) => name))
    for (const column of ['parent text', 'due_at integer', 'clock text', 'created integer']) {
      if (!known.has(column.split(' ')[0] ?? '')) this.db.exec(`alter table objects add column ${column}`)
    }
    if (!known.has('created')) this.db.exec("update objects set created = json_extract(body, '$.created')")
  }

  /** A statement, prepared once. */
  prepare(sql: string): StatementSync {
    const known = this.statements.get(sql)
    if (known) return known
    const statement = this.db.prepare(sql)
    this.statements.set(sql, statement)
    return statement
  }

  /** Runs `work`; when it throws, nothing of it has happened, unless `keeps` says that the error leaves it standing. */
  transaction<T>(work: () => T, keeps: (error: unknown) => boolean = () => false): T {
    this.db.exec('begin immediate')
    this.noted = []
    try {
      return this.committed(work, keeps)
    } finally {
      this.noted = undefined
      // SQLite may have done so itself, as when the disk is full.
      if (this.db.isTransaction) this.db.exec('rollback')
    }
  }

  private committed<T>(work: () => T, keeps: (error: unknown) => boolean): T {
    let result: T
    try {
      result = work()
    } catch (error) {
      if (keeps(error)) this.commit()
      throw error
    }
    this.commit()
    return result
  }

  private commit(): void {
    this.record(this.noted ?? [])
    this.db.exec('commit')
  }

  /** Notes an event: it is recorded with the others of its transaction, or at once when there is none. */
  note(event: StoredEvent): void {
    if (this.noted) this.noted.push(event)
    else this.record([event])
  }

  /** Says how the events of a transaction are recorded, in the same transaction; at first in the order of their making. */
  recordWith(record: (events: readonly StoredEvent[]) => void): void {
    this.record = record
  }

  /** Writes an object, new or changed. */
  put<K extends Kind>(kind: K, body: Objects[K]): void {
    this.prepare(
      `insert into objects (id, kind, customer, body, parent, due_at, clock, created)
       values (?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (id) do update set customer = excluded.customer, deleted = 0, body = excluded.body,
         parent = excluded.parent, due_at = excluded.due_at, clock = excluded.clock`,
    ).run(
      body.id,
      kind,
      customerOf(body),
      JSON.stringify(body),
      parentOf(body),
      ...dueOf(body),
      'created' in body ? Number(body.created) : null,
    )
  }

  /** The object with which something is due first, on a test clock or (null) by the account's time. */
  nextDue(clock: string | null, until: number): { kind: string; id: string; at: number } | undefined {
    const row = this.prepare(
      `select id, kind, due_at from objects
       where due_at is not null and due_at <= ? and clock is ? and deleted = 0 order by due_at, position limit 1`,
    ).get(until, clock)
    return row && { kind: String(row.kind), id: String(row.id), at: Number(row.due_at) }
  }

  /** Lets nothing be due with an object until it is written again. */
  postpone(id: string): void {
    this.prepare('update objects set due_at = null where id = ?').run(id)
  }

  /** Objects that belong to another, the newest first. */
  children<K extends Kind>(kind: K, parent: string): Objects[K][] {
    const rows = this.prepare(
      'select body from objects where parent = ? and kind = ? and deleted = 0 order by position desc',
    ).all(parent, kind)
    return rows.map((row) => JSON.parse(String(row.body)))
  }

  /** An object that exists and is not deleted. */
  get<K extends Kind>(kind: K, id: string): Objects[K] | undefined {
    const row = this.prepare('select body from objects where id = ? and kind = ? and deleted = 0').get(
      id,
      kind,
    )
    return row && JSON.parse(String(row.body))
  }

  /** Any object by its id alone; of a deleted one what is left of it. */
  find(id: string): { id: string; object: string } | undefined {
    const row = this.prepare('select body from objects where id = ?').get(id)
    return row && JSON.parse(String(row.body))
  }

  /** Objects of a kind, the newest first; those of one customer when asked for. */
  all<K extends Kind>(kind: K, customer?: string): Objects[K][] {
    const rows =
      customer === undefined
        ? this.prepare('select body from objects where kind = ? and deleted = 0 order by position desc').all(
            kind,
          )
        : this.prepare(
            'select body from objects where kind = ? and customer = ? and deleted = 0 order by position desc',
          ).all(kind, customer)
    return rows.map((row) => JSON.parse(String(row.body)))
  }

  /** The newest objects of a kind. */
  latest<K extends Kind>(kind: K, limit: number): Objects[K][] {
    const rows = this.prepare(
      'select body from objects where kind = ? and deleted = 0 order by position desc limit ?',
    ).all(kind, limit)
    return rows.map((row) => JSON.parse(String(row.body)))
  }

  /** How many objects of a kind there are. */
  count(kind: Kind): number {
    const row = this.prepare('select count(*) as count from objects where kind = ? and deleted = 0').get(kind)
    return Number(row?.count)
  }

  /** Puts a tombstone in an object's place, with what is left of it. */
  bury(kind: Kind, id: string, left: object = {}): Tombstone {
    const tombstone: Tombstone = { ...left, id, object: kind, deleted: true }
    this.prepare('update objects set deleted = 1, due_at = null, body = ? where id = ? and kind = ?').run(
      JSON.stringify(tombstone),
      id,
      kind,
    )
    return tombstone
  }

  /** Removes an object without a trace. */
  erase(id: string): void {
    this.prepare('delete from objects where id = ?').run(id)
  }

  /** A setting that survives restarts. */
  setting(name: string): string | undefined {
    const row = this.prepare('select value from settings where name = ?').get(name)
    return row && String(row.value)
  }

  /** Keeps a setting. */
  set(name: string, value: string): void {
    this.prepare(
      'insert into settings (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
    ).run(name, value)
  }

  /** Closes the file. */
  close(): void {
    this.db.close()
  }
}

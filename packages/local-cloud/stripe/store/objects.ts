import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { getId, type Kind, type Objects, type Reference, type StoredEvent } from '../types.ts'

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

/** A subscription without a first payment expires after this time (https://docs.stripe.com/billing/subscriptions/overview). */
const FIRST_PAYMENT_SECONDS = 23 * 3600

/** Returns the Unix time in seconds at which Stripe next changes an object automatically, or null if it does not. */
function getDueTime(body: Objects[Kind]): number | null {
  if (body.object === 'checkout.session') return body.status === 'open' ? body.expires_at : null
  if (body.object === 'invoice') {
    if (!body.auto_advance) return null
    if (body.status === 'draft') return body.automatically_finalizes_at
    return body.status === 'open' ? body.next_payment_attempt : null
  }
  if (body.object !== 'subscription') return null
  if (body.status === 'incomplete') return body.created + FIRST_PAYMENT_SECONDS
  if (!['active', 'past_due', 'unpaid'].includes(body.status)) return null
  const periodEnds = body.items.data.map(({ current_period_end }) => current_period_end)
  return Math.min(...periodEnds, body.cancel_at ?? Infinity, body.pause_collection?.resumes_at ?? Infinity)
}

/** The field that contains the id of the parent object, keyed by kind. */
const PARENTS: Record<string, string> = {
  dispute: 'charge',
  invoice_payment: 'invoice',
  refund: 'charge',
}

function readId(body: object, field: string | undefined): string | null {
  const value: unknown = field === undefined ? undefined : Reflect.get(body, field)
  return typeof value === 'string' ? value : null
}

/** Stores the account's objects in SQLite. A transaction is atomic, and on disk when `transaction` returns. */
export class ObjectStore {
  readonly db: DatabaseSync
  private readonly statements = new Map<string, StatementSync>()
  /** The events of the open transaction. Undefined when no transaction is open. */
  private transactionEvents: StoredEvent[] | undefined
  private readonly recordEvents: (events: readonly StoredEvent[]) => void

  /**
   * @param file - an SQLite file, or `:memory:`
   * @param recordEvents - writes the events of a transaction; called inside that transaction
   */
  constructor(file: string, recordEvents: (events: readonly StoredEvent[]) => void) {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    this.db = new DatabaseSync(file)
    this.db.exec(SCHEMA)
    this.recordEvents = recordEvents
  }

  /** Returns a prepared statement, which is cached by its SQL. */
  prepare(sql: string): StatementSync {
    const statement = this.statements.get(sql) ?? this.db.prepare(sql)
    this.statements.set(sql, statement)
    return statement
  }

  /** Runs a function in a transaction. An error rolls it back, unless `shouldCommit` accepts the error. */
  transaction<T>(run: () => T, shouldCommit: (error: unknown) => boolean = () => false): T {
    this.db.exec('begin immediate')
    const events: StoredEvent[] = []
    this.transactionEvents = events
    const commit = () => {
      this.recordEvents(events)
      this.db.exec('commit')
    }
    try {
      const result = run()
      commit()
      return result
    } catch (error) {
      if (shouldCommit(error) && this.db.isTransaction) commit()
      throw error
    } finally {
      this.transactionEvents = undefined
      // SQLite rolls back automatically after some errors, for example on a full disk.
      if (this.db.isTransaction) this.db.exec('rollback')
    }
  }

  /** Adds an event to the open transaction or, without one, records the event immediately. */
  addEvent(event: StoredEvent): void {
    if (this.transactionEvents) this.transactionEvents.push(event)
    else this.recordEvents([event])
  }

  /** Inserts an object, or replaces the object with the same id. */
  put(body: Objects[Kind]): void {
    this.prepare(
      `insert into objects (id, kind, customer, body, parent, due_at, created) values (?, ?, ?, ?, ?, ?, ?)
       on conflict (id) do update set customer = excluded.customer, deleted = 0, body = excluded.body,
         parent = excluded.parent, due_at = excluded.due_at`,
    ).run(
      body.id,
      body.object,
      readId(body, 'customer'),
      JSON.stringify(body),
      readId(body, PARENTS[body.object]),
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

  /** Lists the objects of a kind, by default of all customers, newest first. */
  list<K extends Kind>(kind: K, customer?: Reference): Objects[K][] {
    if (customer === undefined) return this.read<K>('kind = ?', kind)
    return this.read<K>('kind = ? and customer = ?', kind, getId(customer) ?? '')
  }

  /** Lists the payments of an invoice, or the refunds or disputes of a charge, newest first. */
  listChildren<K extends Kind>(kind: K, parent: Reference): Objects[K][] {
    return this.read<K>('kind = ? and parent = ?', kind, getId(parent) ?? '')
  }

  /** Returns an object, or undefined for an unknown or deleted one. */
  get<K extends Kind>(kind: K, reference: Reference): Objects[K] | undefined {
    return this.read<K>('kind = ? and id = ?', kind, getId(reference) ?? '')[0]
  }

  /** Counts the objects of a kind, except deleted ones. */
  count(kind: Kind): number {
    const row = this.prepare('select count(*) as count from objects where kind = ? and deleted = 0').get(kind)
    return Number(row?.count)
  }

  /** Finds an object of any kind. A deleted object is returned as its tombstone. */
  findById(id: string): { id: string; object: string } | undefined {
    const row = this.prepare('select body from objects where id = ?').get(id)
    return row && JSON.parse(String(row.body))
  }

  /** Replaces an object with a tombstone, which has the given remaining fields. */
  markDeleted({ id, object }: Objects[Kind], remainingFields: object = {}): object {
    const tombstone = { ...remainingFields, id, object, deleted: true }
    this.prepare('update objects set deleted = 1, due_at = null, body = ? where id = ?').run(
      JSON.stringify(tombstone),
      id,
    )
    return tombstone
  }

  /** Finds the object with the earliest due time up to `until`, a Unix time in seconds. */
  findNextDue(until: number): { kind: string; id: string; at: number } | undefined {
    const row = this.prepare(
      'select id, kind, due_at from objects where due_at <= ? order by due_at, position limit 1',
    ).get(until)
    return row && { kind: String(row.kind), id: String(row.id), at: Number(row.due_at) }
  }

  /** Clears an object's due time. The next `put` of the object sets it again. */
  clearDueTime(id: string): void {
    this.prepare('update objects set due_at = null where id = ?').run(id)
  }

  /** Returns a setting of the account, or a detail that an object's API representation lacks. */
  getSetting(name: string): string | undefined {
    const row = this.prepare('select value from settings where name = ?').get(name)
    return row && String(row.value)
  }

  setSetting(name: string, value: string): void {
    this.prepare(
      'insert into settings (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
    ).run(name, value)
  }

  close(): void {
    this.db.close()
  }
}

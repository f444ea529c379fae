import { MAX_PENDING, type MessageStatus } from '../../http/deliveryQueue.ts'
import { newId } from '../ids.ts'
import type { ObjectStore } from '../store/objects.ts'
import type { Objects, StoredEvent } from '../types.ts'

/** One event on its way to one endpoint. */
export type Delivery = {
  id: string
  eventId: string
  endpointId: string
  status: MessageStatus
  failures: number
  /** When it may be sent next, by the machine's clock. Milliseconds since 1970. */
  dueAt: number
  createdAt: string
}

/** One try at sending. */
export type Attempt = {
  createdAt: string
  /** Milliseconds. */
  duration: number
  resultCode: number | null
  resultBody: string | null
  failureReason: 'http' | 'timeout' | 'network' | null
}

const SCHEMA = `
  create table if not exists deliveries (
    position integer primary key autoincrement, id text not null unique, event_id text not null,
    endpoint_id text not null, status text not null, failures integer not null, due_at integer not null,
    created_at text not null
  ) strict;
  create index if not exists deliveries_status on deliveries (status, position);
  create index if not exists deliveries_waiting on deliveries (endpoint_id, status, position);
  create index if not exists deliveries_event on deliveries (event_id);
  create table if not exists delivery_attempts (
    position integer primary key autoincrement, delivery_id text not null, body text not null
  ) strict;
  create index if not exists delivery_attempts_delivery on delivery_attempts (delivery_id, position);
`

type Row = Record<string, unknown>

function fromRow(row: Row): Delivery {
  const status = (['success', 'failure', 'dropped'] as const).find((name) => name === row.status) ?? 'pending'
  return {
    id: String(row.id),
    eventId: String(row.event_id),
    endpointId: String(row.endpoint_id),
    status,
    failures: Number(row.failures),
    dueAt: Number(row.due_at),
    createdAt: String(row.created_at),
  }
}

/** Sends no more of what waits for an endpoint. */
export function dropDeliveries(objects: ObjectStore, endpointId: string): void {
  objects
    .prepare("update deliveries set status = 'dropped' where endpoint_id = ? and status = 'pending'")
    .run(endpointId)
}

/** Deliveries and their attempts: what was not delivered outlives a restart. */
export class DeliveryStore {
  private readonly objects: ObjectStore
  private readonly maxPending: number

  /** Creates its tables when they are missing. About `maxPending` deliveries may wait for an endpoint. */
  constructor(objects: ObjectStore, maxPending = MAX_PENDING) {
    this.objects = objects
    this.maxPending = maxPending
    objects.db.exec(SCHEMA)
  }

  /**
   * Notes that an endpoint is to be sent an event, in the same transaction. Of those that wait the oldest are given up when
   * there are too many.
   */
  enqueue(event: StoredEvent, endpoint: Objects['webhook_endpoint']): void {
    const now = new Date()
    const { lastInsertRowid } = this.objects
      .prepare(
        `insert into deliveries (id, event_id, endpoint_id, status, failures, due_at, created_at)
         values (?, ?, ?, 'pending', 0, ?, ?)`,
      )
      .run(newId('whd', 24), event.id, endpoint.id, now.getTime(), now.toISOString())
    if (Number(lastInsertRowid) % Math.ceil(this.maxPending / 10) > 0) return
    for (const receiver of this.receivers()) this.makeRoom(receiver)
  }

  /** Gives up the oldest of an endpoint's deliveries when too many wait. */
  private makeRoom(endpointId: string): void {
    this.objects
      .prepare(
        `update deliveries set status = 'failure' where endpoint_id = ? and status = 'pending' and position <=
           (select position from deliveries where endpoint_id = ? and status = 'pending'
            order by position desc limit 1 offset ?)`,
      )
      .run(endpointId, endpointId, this.maxPending)
  }

  /** The endpoints that something may wait for. */
  receivers(): string[] {
    return this.objects.all('webhook_endpoint').map(({ id }) => id)
  }

  /** The first delivery, or the newest, that an endpoint may be sent at a time (milliseconds since 1970). */
  due(endpointId: string, now: number, newestFirst = false): Delivery | undefined {
    const row = this.objects
      .prepare(
        `select * from deliveries where endpoint_id = ? and status = 'pending' and due_at <= ?
         order by position ${newestFirst ? 'desc' : 'asc'} limit 1`,
      )
      .get(endpointId, now)
    return row && fromRow(row)
  }

  /** When an endpoint may be sent its next delivery, in milliseconds since 1970; undefined when none waits. */
  nextDue(endpointId: string): number | undefined {
    const next = this.objects
      .prepare("select min(due_at) as next from deliveries where endpoint_id = ? and status = 'pending'")
      .get(endpointId)?.next
    return typeof next === 'number' ? next : undefined
  }

  /** Gives up what has waited for an endpoint since before a time (milliseconds since 1970). */
  expire(endpointId: string, before: number): void {
    this.objects
      .prepare(
        `update deliveries set status = 'failure'
         where endpoint_id = ? and status = 'pending' and created_at < ?`,
      )
      .run(endpointId, new Date(before).toISOString())
  }

  /** How many are still to be sent. */
  pendingCount(): number {
    const row = this.objects
      .prepare("select count(*) as count from deliveries where status = 'pending'")
      .get()
    return Number(row?.count)
  }

  /** One delivery. */
  get(id: string): Delivery | undefined {
    const row = this.objects.prepare('select * from deliveries where id = ?').get(id)
    return row && fromRow(row)
  }

  /** The deliveries of an event. */
  ofEvent(eventId: string): Delivery[] {
    return this.objects
      .prepare('select * from deliveries where event_id = ? order by position')
      .all(eventId)
      .map(fromRow)
  }

  /** The latest deliveries, newest first. */
  latest(limit = 100): Delivery[] {
    return this.objects
      .prepare('select * from deliveries order by position desc limit ?')
      .all(limit)
      .map(fromRow)
  }

  /** The attempts of a delivery, newest first. */
  attempts(deliveryId: string): Attempt[] {
    return this.objects
      .prepare('select body from delivery_attempts where delivery_id = ? order by position desc limit 20')
      .all(deliveryId)
      .map((row) => JSON.parse(String(row.body)))
  }

  /** Keeps an attempt. */
  record(deliveryId: string, attempt: Attempt): void {
    this.objects
      .prepare('insert into delivery_attempts (delivery_id, body) values (?, ?)')
      .run(deliveryId, JSON.stringify(attempt))
  }

  /** Records how a delivery stands, and how many endpoints its event still waits for. */
  settle(delivery: Delivery, status: MessageStatus, failures = delivery.failures, dueAt = 0): void {
    this.objects.transaction(() => {
      this.objects
        .prepare('update deliveries set status = ?, failures = ?, due_at = ? where id = ?')
        .run(status, failures, dueAt, delivery.id)
      const event = this.objects.get('event', delivery.eventId)
      if (!event) return
      const waiting = this.objects
        .prepare("select count(*) as count from deliveries where event_id = ? and status <> 'success'")
        .get(event.id)
      this.objects.put('event', { ...event, pending_webhooks: Number(waiting?.count) })
    })
  }

  /** Has a delivery made again, as one that has just come. */
  sendAgain(delivery: Delivery): void {
    const now = new Date()
    this.objects
      .prepare('update deliveries set created_at = ? where id = ?')
      .run(now.toISOString(), delivery.id)
    this.settle(delivery, 'pending', 0, now.getTime())
  }
}

import type { MessageStatus, Outbox } from '../../http/deliveryQueue.ts'
import { matchesType } from '../events.ts'
import { newId } from '../ids.ts'
import type { ObjectStore } from '../store/objects.ts'
import type { Objects, StoredEvent } from '../types.ts'
import { type Attempt, deliver } from './deliver.ts'

/** An event for an endpoint. */
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

const SCHEMA = `
  create table if not exists deliveries (
    position integer primary key autoincrement, id text not null unique, event_id text not null,
    endpoint_id text not null, status text not null, failures integer not null, due_at integer not null,
    created_at text not null
  ) strict;
  create index if not exists deliveries_waiting on deliveries (status, endpoint_id, position);
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

/** Stores the secret that signs an endpoint's deliveries. Only the response to its creation has it. */
export function setSecret(store: ObjectStore, endpointId: string, secret: string): void {
  store.set(`secret:${endpointId}`, secret)
}

/** Drops the pending deliveries of an endpoint. */
export function dropDeliveries(store: ObjectStore, endpointId: string): void {
  store
    .prepare("update deliveries set status = 'dropped' where endpoint_id = ? and status = 'pending'")
    .run(endpointId)
}

/** The enabled endpoints that receive an event. */
export function endpointsFor(store: ObjectStore, { type }: StoredEvent): Objects['webhook_endpoint'][] {
  return store
    .all('webhook_endpoint')
    .filter(
      ({ status, enabled_events }) =>
        status === 'enabled' && enabled_events.some((filter) => matchesType(type, filter)),
    )
}

/** Deliveries and their attempts, across restarts; the outbox of the delivery queue. */
export class DeliveryStore implements Outbox<Delivery> {
  private readonly store: ObjectStore

  constructor(store: ObjectStore) {
    this.store = store
    store.db.exec(SCHEMA)
  }

  private select(rest: string, ...values: (string | number)[]): Delivery[] {
    return this.store
      .prepare(`select * from deliveries ${rest}`)
      .all(...values)
      .map(fromRow)
  }

  /** Adds a delivery, inside the transaction of its event. */
  enqueue(event: StoredEvent, endpoint: { id: string }): void {
    const now = new Date()
    this.store
      .prepare(
        `insert into deliveries (id, event_id, endpoint_id, status, failures, due_at, created_at)
         values (?, ?, ?, 'pending', 0, ?, ?)`,
      )
      .run(newId('whd', 24), event.id, endpoint.id, now.getTime(), now.toISOString())
  }

  receivers(): string[] {
    return this.store.all('webhook_endpoint').map(({ id }) => id)
  }

  due(endpointId: string, now: number, newestFirst = false): Delivery | undefined {
    const order = newestFirst ? 'desc' : 'asc'
    const where = `where status = 'pending' and endpoint_id = ? and due_at <= ?`
    return this.select(`${where} order by position ${order} limit 1`, endpointId, now)[0]
  }

  nextDue(endpointId: string): number | undefined {
    const where = `where status = 'pending' and endpoint_id = ?`
    return this.select(`${where} order by due_at limit 1`, endpointId)[0]?.dueAt
  }

  expire(endpointId: string, before: number): void {
    this.store
      .prepare(
        `update deliveries set status = 'failure'
         where endpoint_id = ? and status = 'pending' and created_at < ?`,
      )
      .run(endpointId, new Date(before).toISOString())
  }

  async send(delivery: Delivery, stop: AbortSignal): Promise<'success' | 'failure' | 'absent' | 'dropped'> {
    const endpoint = this.store.get('webhook_endpoint', delivery.endpointId)
    const event = this.store.get('event', delivery.eventId)
    if (!endpoint || !event || endpoint.status !== 'enabled') return 'dropped'
    const secret = this.store.setting(`secret:${endpoint.id}`) ?? ''
    const attempt = await deliver(endpoint.url, secret, event, stop)
    if (!stop.aborted) {
      this.store
        .prepare('insert into delivery_attempts (delivery_id, body) values (?, ?)')
        .run(delivery.id, JSON.stringify(attempt))
    }
    if (attempt.failureReason === null) return 'success'
    return attempt.resultCode === null ? 'absent' : 'failure'
  }

  settle(delivery: Delivery, status: MessageStatus, failures = delivery.failures, dueAt = 0): void {
    this.store.transaction(() => {
      this.store
        .prepare('update deliveries set status = ?, failures = ?, due_at = ? where id = ?')
        .run(status, failures, dueAt, delivery.id)
      const event = this.store.get('event', delivery.eventId)
      if (!event) return
      const waiting = this.ofEvent(event.id).filter((one) => one.status !== 'success')
      this.store.put('event', { ...event, pending_webhooks: waiting.length })
    })
  }

  /** The number of pending deliveries. */
  pendingCount(): number {
    return Number(
      this.store.prepare("select count(*) as count from deliveries where status = 'pending'").get()?.count,
    )
  }

  /** The deliveries of an event. */
  ofEvent(eventId: string): Delivery[] {
    return this.select('where event_id = ? order by position', eventId)
  }

  /** The latest deliveries, newest first, each with its type, object, endpoint and attempts. */
  latest(limit = 100) {
    const urls = new Map(this.store.all('webhook_endpoint').map(({ id, url }) => [id, url]))
    return this.select('order by position desc limit ?', limit).map((delivery) => {
      const event = this.store.get('event', delivery.eventId)
      return {
        ...delivery,
        type: event?.type ?? '',
        object: event?.data.object.id ?? '',
        endpoint: urls.get(delivery.endpointId) ?? delivery.endpointId,
        attempts: this.attempts(delivery.id),
      }
    })
  }

  private attempts(deliveryId: string): Attempt[] {
    return this.store
      .prepare('select body from delivery_attempts where delivery_id = ? order by position desc limit 20')
      .all(deliveryId)
      .map((row) => JSON.parse(String(row.body)))
  }

  /** Makes a delivery pending again, by its id or that of its event. Returns its endpoint; undefined for an unknown id. */
  resend(id: string): string | undefined {
    const column = id.startsWith('evt_') ? 'event_id' : 'id'
    const [delivery] = this.select(`where ${column} = ? order by position limit 1`, id)
    if (!delivery) return undefined
    const now = new Date()
    this.store
      .prepare('update deliveries set created_at = ? where id = ?')
      .run(now.toISOString(), delivery.id)
    this.settle(delivery, 'pending', 0, now.getTime())
    return delivery.endpointId
  }
}

import type { ObjectStore } from '../store/objects.ts'

export type DeliveryStatus = 'pending' | 'success' | 'failure' | 'dropped'

/** One event on its way to one endpoint. */
export type Delivery = {
  id: string
  eventId: string
  endpointId: string
  status: DeliveryStatus
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

/** Deliveries and their attempts: what was not delivered outlives a restart. */
export class DeliveryStore {
  private readonly objects: ObjectStore

  /** Creates its tables when they are missing. */
  constructor(objects: ObjectStore) {
    this.objects = objects
    objects.db.exec(SCHEMA)
  }

  /** What is still to be sent, oldest first, beyond a position. */
  pending(): Delivery[] {
    return this.objects
      .prepare("select * from deliveries where status = 'pending' order by position")
      .all()
      .map(fromRow)
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
  settle(delivery: Delivery, status: DeliveryStatus, failures = delivery.failures, dueAt = 0): void {
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
}

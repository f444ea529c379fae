import { createHmac } from 'node:crypto'
import type { MessageStatus, Outbox } from '../../http/deliveryQueue.ts'
import { createId } from '../ids.ts'
import type { ObjectStore } from '../store/objects.ts'
import type { Objects, StoredEvent } from '../types.ts'

const TIMEOUT_MS = 20_000

const SCHEMA = `
  create table if not exists webhook_deliveries (
    position integer primary key autoincrement, id text not null unique, event_id text not null,
    endpoint_id text not null, status text not null, failures integer not null, due_at integer not null,
    created_at text not null, result text
  ) strict;
  create index if not exists webhook_deliveries_waiting on webhook_deliveries (status, endpoint_id, position);
  create index if not exists webhook_deliveries_event on webhook_deliveries (event_id);
`

function parseRow(row: Record<string, unknown>) {
  return {
    id: String(row.id),
    eventId: String(row.event_id),
    endpointId: String(row.endpoint_id),
    status: String(row.status),
    failures: Number(row.failures),
    /** The earliest time of the next attempt, by the machine's clock. Milliseconds since 1970. */
    dueAt: Number(row.due_at),
    /** The status code of the last response, or the error of the last attempt. */
    result: row.result === null ? null : String(row.result),
  }
}

type Delivery = ReturnType<typeof parseRow>

/** Stores the secret that signs an endpoint's deliveries. The API returns it only when the endpoint is created. */
export function setWebhookSecret(store: ObjectStore, endpointId: string, secret: string): void {
  store.setSetting(`secret:${endpointId}`, secret)
}

/** Drops the pending deliveries of an endpoint. */
export function dropDeliveries(store: ObjectStore, endpointId: string): void {
  store
    .prepare("update webhook_deliveries set status = 'dropped' where endpoint_id = ? and status = 'pending'")
    .run(endpointId)
}

/** Lists the enabled endpoints that receive an event. */
export function listReceivers(store: ObjectStore, { type }: StoredEvent): Objects['webhook_endpoint'][] {
  return store
    .list('webhook_endpoint')
    .filter(
      ({ status, enabled_events }) =>
        status === 'enabled' && enabled_events.some((name) => name === '*' || name === type),
    )
}

/** Sends a signed event (https://docs.stripe.com/webhooks/signature). `signal` aborts the request. */
async function postEvent(
  url: string,
  secret: string,
  event: StoredEvent,
  signal: AbortSignal,
): Promise<Response> {
  const body = JSON.stringify(event, null, 2)
  // Clients compare the timestamp with the machine's time, not with the account's.
  const timestamp = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), signal]),
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks; local cloud)',
      'stripe-signature': `t=${timestamp},v1=${signature}`,
    },
    body,
  })
  await response.text()
  return response
}

/** Stores deliveries across restarts, as the outbox of the delivery queue. */
export class DeliveryStore implements Outbox<Delivery> {
  private readonly store: ObjectStore

  constructor(store: ObjectStore) {
    this.store = store
    store.db.exec(SCHEMA)
  }

  private select(clauses: string, ...values: (string | number)[]): Delivery[] {
    return this.store
      .prepare(`select * from webhook_deliveries ${clauses}`)
      .all(...values)
      .map(parseRow)
  }

  /** Adds a delivery. Call it inside of the transaction of the event. */
  enqueue(event: StoredEvent, endpoint: { id: string }): void {
    const now = new Date()
    this.store
      .prepare(
        `insert into webhook_deliveries (id, event_id, endpoint_id, status, failures, due_at, created_at)
         values (?, ?, ?, 'pending', 0, ?, ?)`,
      )
      .run(createId('whd', 24), event.id, endpoint.id, now.getTime(), now.toISOString())
  }

  receivers(): string[] {
    return this.store.list('webhook_endpoint').map(({ id }) => id)
  }

  due(endpointId: string, now: number): Delivery | undefined {
    const where = `where status = 'pending' and endpoint_id = ? and due_at <= ?`
    return this.select(`${where} order by position limit 1`, endpointId, now)[0]
  }

  nextDue(endpointId: string): number | undefined {
    const where = `where status = 'pending' and endpoint_id = ?`
    return this.select(`${where} order by due_at limit 1`, endpointId)[0]?.dueAt
  }

  expire(endpointId: string, before: number): void {
    this.store
      .prepare(
        `update webhook_deliveries set status = 'failure'
         where endpoint_id = ? and status = 'pending' and created_at < ?`,
      )
      .run(endpointId, new Date(before).toISOString())
  }

  async send(
    delivery: Delivery,
    signal: AbortSignal,
  ): Promise<'success' | 'failure' | 'unreachable' | 'dropped'> {
    const endpoint = this.store.get('webhook_endpoint', delivery.endpointId)
    const event = this.store.get('event', delivery.eventId)
    if (!endpoint || !event || endpoint.status !== 'enabled') return 'dropped'
    const secret = this.store.getSetting(`secret:${endpoint.id}`) ?? ''
    const response = await postEvent(endpoint.url, secret, event, signal).catch((error: unknown) =>
      String(error),
    )
    if (!signal.aborted) {
      this.store
        .prepare('update webhook_deliveries set result = ? where id = ?')
        .run(typeof response === 'string' ? response : String(response.status), delivery.id)
    }
    if (typeof response === 'string') return 'unreachable'
    return response.ok ? 'success' : 'failure'
  }

  settle(delivery: Delivery, status: MessageStatus, failures = delivery.failures, dueAt = 0): void {
    this.store.transaction(() => {
      this.store
        .prepare('update webhook_deliveries set status = ?, failures = ?, due_at = ? where id = ?')
        .run(status, failures, dueAt, delivery.id)
      const event = this.store.get('event', delivery.eventId)
      if (!event) return
      const undelivered = this.select(`where event_id = ? and status <> 'success'`, event.id)
      this.store.put({ ...event, pending_webhooks: undelivered.length })
    })
  }

  pendingCount(): number {
    const sql = "select count(*) as count from webhook_deliveries where status = 'pending'"
    return Number(this.store.prepare(sql).get()?.count)
  }

  /** Lists the latest deliveries, newest first, each with the type of its event. */
  latest(limit = 100): (Delivery & { type: string })[] {
    return this.select('order by position desc limit ?', limit).map((delivery) => ({
      ...delivery,
      type: this.store.get('event', delivery.eventId)?.type ?? '',
    }))
  }

  /**
   * Makes a delivery pending again.
   *
   * @param id - the id of the delivery, or of an event for its first delivery
   * @returns the id of the endpoint, or undefined when `id` is unknown
   */
  resend(id: string): string | undefined {
    const column = id.startsWith('evt_') ? 'event_id' : 'id'
    const [delivery] = this.select(`where ${column} = ? order by position limit 1`, id)
    if (!delivery) return undefined
    const now = new Date()
    this.store
      .prepare('update webhook_deliveries set created_at = ? where id = ?')
      .run(now.toISOString(), delivery.id)
    this.settle(delivery, 'pending', 0, now.getTime())
    return delivery.endpointId
  }
}

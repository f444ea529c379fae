import { StripeApiError } from '../errors.ts'
import type { ObjectStore } from '../store/objects.ts'

/** How long a key is stored (https://docs.stripe.com/api/idempotent_requests). */
const LIFETIME_MS = 24 * 3600 * 1000

const SCHEMA = `
  create table if not exists idempotency (
    key text primary key, path text not null, parameters text not null, status integer not null, body text not null,
    request_id text not null, created_at integer not null
  ) strict;
`

/** The response to a key's first request. */
export type StoredResponse = { status: number; body: string; requestId: string }

function createIdempotencyError(status: number, message: string, code?: string): StripeApiError {
  return new StripeApiError(status, message, { type: 'idempotency_error', code })
}

/** Stores responses by idempotency key across restarts, and tracks the keys of in-flight requests. */
export class IdempotencyKeys {
  private readonly store: ObjectStore
  private readonly getMachineTimeMs: () => number
  private readonly inFlight = new Set<string>()

  /** `getMachineTimeMs` returns Unix time in milliseconds. */
  constructor(store: ObjectStore, getMachineTimeMs: () => number) {
    this.store = store
    this.getMachineTimeMs = getMachineTimeMs
    store.db.exec(SCHEMA)
  }

  /**
   * Returns the stored response of a key. If the key has none, reserves the key until `release`.
   *
   * @throws StripeApiError 400 when the key belongs to a different request, 409 while the key is reserved
   */
  reserve(key: string, path: string, parameters: string): StoredResponse | undefined {
    if (this.inFlight.has(key)) {
      throw createIdempotencyError(
        409,
        `There is currently another in-progress request using this Stripe Idempotent Key: ${key}. Please try again later.`,
        'idempotency_key_in_use',
      )
    }
    const row = this.store
      .prepare('select * from idempotency where key = ? and created_at > ?')
      .get(key, this.getMachineTimeMs() - LIFETIME_MS)
    if (!row) {
      this.inFlight.add(key)
      return undefined
    }
    if (row.path !== path || row.parameters !== parameters) {
      throw createIdempotencyError(
        400,
        row.path === path
          ? 'Keys for idempotent requests can only be used with the same parameters they were first used with.'
          : `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${row.path}').`,
      )
    }
    return { status: Number(row.status), body: String(row.body), requestId: String(row.request_id) }
  }

  /** Stores a response, and deletes expired ones. A success must be stored inside the operation's transaction. */
  storeResponse(key: string, path: string, parameters: string, response: StoredResponse): void {
    this.store
      .prepare(
        `insert or replace into idempotency (key, path, parameters, status, body, request_id, created_at)
         values (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(key, path, parameters, response.status, response.body, response.requestId, this.getMachineTimeMs())
    this.store
      .prepare('delete from idempotency where created_at < ?')
      .run(this.getMachineTimeMs() - LIFETIME_MS)
  }

  release(key: string): void {
    this.inFlight.delete(key)
  }
}

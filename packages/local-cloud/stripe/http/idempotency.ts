import { StripeProblem } from '../errors.ts'
import type { ObjectStore } from '../store/objects.ts'

/** How long a key is stored (https://docs.stripe.com/api/idempotent_requests). Milliseconds. */
const LIFETIME_MS = 24 * 3600 * 1000

const SCHEMA = `
  create table if not exists idempotency (
    key text primary key, path text not null, parameters text not null, status integer not null, body text not null,
    request_id text not null, created_at integer not null
  ) strict;
`

/** The response to a key's first request. */
export type StoredResponse = { status: number; body: string; requestId: string }

function createRefusal(status: number, message: string, code?: string): StripeProblem {
  return new StripeProblem(status, message, { type: 'idempotency_error', ...(code ? { code } : {}) })
}

/** The responses by idempotency key, across restarts, and the keys in use. */
export class IdempotencyKeys {
  private readonly store: ObjectStore
  private readonly machine: () => number
  private readonly inFlight = new Set<string>()

  /** `machine` returns milliseconds since 1970. */
  constructor(store: ObjectStore, machine: () => number) {
    this.store = store
    this.machine = machine
    store.db.exec(SCHEMA)
  }

  /**
   * Returns the earlier response of a key. Without one, the key is in use until `end`.
   *
   * @throws StripeProblem 400 when the key belongs to another request, 409 while it is in use
   */
  begin(key: string, path: string, parameters: string): StoredResponse | undefined {
    if (this.inFlight.has(key)) {
      throw createRefusal(
        409,
        `There is currently another in-progress request using this Stripe Idempotent Key: ${key}. Please try again later.`,
        'idempotency_key_in_use',
      )
    }
    const row = this.store
      .prepare('select * from idempotency where key = ? and created_at > ?')
      .get(key, this.machine() - LIFETIME_MS)
    if (!row) {
      this.inFlight.add(key)
      return undefined
    }
    if (row.path !== path || row.parameters !== parameters) {
      throw createRefusal(
        400,
        row.path === path
          ? 'Keys for idempotent requests can only be used with the same parameters they were first used with.'
          : `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${row.path}').`,
      )
    }
    return { status: Number(row.status), body: String(row.body), requestId: String(row.request_id) }
  }

  /** Stores a response, success or error. That of a success belongs into its transaction. */
  remember(key: string, path: string, parameters: string, response: StoredResponse): void {
    this.store
      .prepare(
        `insert or replace into idempotency (key, path, parameters, status, body, request_id, created_at)
         values (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(key, path, parameters, response.status, response.body, response.requestId, this.machine())
    this.store.prepare('delete from idempotency where created_at < ?').run(this.machine() - LIFETIME_MS)
  }

  /** Ends the use of a key. */
  end(key: string): void {
    this.inFlight.delete(key)
  }
}

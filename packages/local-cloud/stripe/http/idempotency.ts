import { StripeProblem } from '../errors.ts'
import type { ObjectStore } from '../store/objects.ts'

/** How long a key is remembered (https://docs.stripe.com/api/idempotent_requests). Milliseconds. */
const REMEMBERED = 24 * 3600 * 1000
const LONGEST_KEY = 255

const SCHEMA = `
  create table if not exists idempotency (
    key text primary key, path text not null, parameters text not null, status integer not null, body text not null,
    request_id text not null, created_at integer not null
  ) strict;
  create index if not exists idempotency_created_at on idempotency (created_at);
`

/** An answer that was given for a key. */
export type Remembered = { status: number; body: string; requestId: string }

/** Which requests have been carried out under which key, across restarts, and which just are. */
export class IdempotencyKeys {
  private readonly store: ObjectStore
  private readonly machine: () => number
  private readonly inFlight = new Set<string>()

  /** Creates its table when it is missing. `machine` gives milliseconds since 1970. */
  constructor(store: ObjectStore, machine: () => number) {
    this.store = store
    this.machine = machine
    store.db.exec(SCHEMA)
  }

  /**
   * Begins a request under a key. Returns the earlier answer when there is one; otherwise the key is in use until
   * `end`.
   *
   * @throws StripeProblem 400 when the key was used for something else, 409 while it is in use
   */
  begin(key: string, path: string, parameters: string): Remembered | undefined {
    if (key.length > LONGEST_KEY) {
      throw new StripeProblem(400, `Idempotency keys can be at most ${LONGEST_KEY} characters long.`, {
        type: 'idempotency_error',
      })
    }
    if (this.inFlight.has(key)) {
      throw new StripeProblem(
        409,
        `There is currently another in-progress request using this Stripe Idempotent Key: ${key}. Please try again later.`,
        { type: 'idempotency_error', code: 'idempotency_key_in_use' },
      )
    }
    const row = this.store
      .prepare('select * from idempotency where key = ? and created_at > ?')
      .get(key, this.machine() - REMEMBERED)
    if (row) {
      const other = `Try using a key other than '${key}' if you meant to execute a different request.`
      if (row.path !== path) {
        throw new StripeProblem(
          400,
          `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${row.path}'). ${other}`,
          { type: 'idempotency_error' },
        )
      }
      if (row.parameters !== parameters) {
        throw new StripeProblem(
          400,
          `Keys for idempotent requests can only be used with the same parameters they were first used with. ${other}`,
          { type: 'idempotency_error' },
        )
      }
      return { status: Number(row.status), body: String(row.body), requestId: String(row.request_id) }
    }
    this.inFlight.add(key)
    return undefined
  }

  /**
   * Keeps an answer, whether it is a success or an error: once a call has begun to be carried out, its key always
   * answers alike (https://docs.stripe.com/api/idempotent_requests). A success is kept inside the transaction that it
   * is the answer of.
   */
  remember(key: string, path: string, parameters: string, answer: Remembered): void {
    this.store
      .prepare(
        `insert or replace into idempotency (key, path, parameters, status, body, request_id, created_at)
         values (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(key, path, parameters, answer.status, answer.body, answer.requestId, this.machine())
    this.store.prepare('delete from idempotency where created_at < ?').run(this.machine() - REMEMBERED)
  }

  /** Ends a request that has begun. */
  end(key: string): void {
    this.inFlight.delete(key)
  }
}

import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { runInTransaction } from '../http/sqlite.ts'

/** The sources of messages, with their display names: vendors, and other programs that send over SMTP. */
export const MAIL_SOURCE_NAMES = {
  auth: 'Supabase',
  stripe: 'Stripe',
  emailjs: 'EmailJS',
  smtp: 'SMTP',
} as const
export type MailSource = keyof typeof MAIL_SOURCE_NAMES

export type OutgoingMail = {
  source: MailSource
  /** The email's purpose, in its source's terms: for example `recovery`, or a template's id. `message` for SMTP. */
  kind: string
  from: string
  to: string
  replyTo?: string
  subject: string
  html: string
  /** The plain text; empty in an email that has only HTML. */
  text: string
  /** Values for tests and scripts, so that they need not parse the message: codes, hashes, parameters. */
  details?: Record<string, unknown>
}

export type Mail = OutgoingMail & { id: string; receivedAt: string }

function parseRow(row: Record<string, unknown>): Mail {
  const mail: Mail = JSON.parse(String(row.message))
  return { ...mail, id: String(row.id), receivedAt: String(row.received_at) }
}

/** Stores emails, which survive restarts. Above a limit, the oldest ones are deleted. */
export class Inbox {
  private readonly database: DatabaseSync
  private readonly limit: number

  /** `file` is an SQLite file, or `:memory:`; `limit` is the maximum number of stored messages. */
  constructor(file: string, limit = 5000) {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    this.limit = limit
    this.database = new DatabaseSync(file)
    this.database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      create table if not exists mails (
        sequence integer primary key autoincrement,
        id text not null unique,
        received_at text not null,
        recipient text not null,
        message text not null
      );
      create index if not exists mails_recipient on mails (recipient, sequence);
    `)
  }

  /** Stores a message. Throws when writing to disk fails. */
  deliver(mail: OutgoingMail, receivedAt: Date = new Date()): Mail {
    const delivered: Mail = { ...mail, id: randomUUID(), receivedAt: receivedAt.toISOString() }
    runInTransaction(this.database, () => {
      this.database
        .prepare('insert into mails (id, received_at, recipient, message) values (?, ?, ?, ?)')
        .run(delivered.id, delivered.receivedAt, mail.to.toLowerCase(), JSON.stringify(mail))
      this.database
        .prepare('delete from mails where sequence <= (select max(sequence) from mails) - ?')
        .run(this.limit)
    })
    return delivered
  }

  /**
   * Lists the newest messages, by default at most 100.
   *
   * @param options.to - a recipient, case-insensitive
   */
  list(options: { to?: string; source?: string; limit?: number } = {}): Mail[] {
    const { to, source, limit = 100 } = options
    const rows = this.database
      .prepare(
        `select * from mails
         where (:to is null or recipient = :to)
           and (:source is null or json_extract(message, '$.source') = :source)
         order by sequence desc limit :limit`,
      )
      .all({ to: to?.toLowerCase() ?? null, source: source ?? null, limit })
    return rows.map(parseRow)
  }

  get size(): number {
    return Number(this.database.prepare('select count(*) as count from mails').get()?.count)
  }

  get(id: string): Mail | undefined {
    const row = this.database.prepare('select * from mails where id = ?').get(id)
    return row ? parseRow(row) : undefined
  }

  clear(): void {
    this.database.exec('delete from mails')
  }

  close(): void {
    this.database.close()
  }
}

import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The sources of messages, with their display names: vendors, and other programs that send by SMTP. */
export const MAIL_SOURCE_NAMES = {
  auth: 'Supabase',
  stripe: 'Stripe',
  emailjs: 'EmailJS',
  smtp: 'SMTP',
} as const
export type MailSource = keyof typeof MAIL_SOURCE_NAMES

export type OutgoingMail = {
  source: MailSource
  /** The source's name for the purpose: `confirmation`, `recovery`, the id of a template; `message` for SMTP. */
  kind: string
  from: string
  to: string
  replyTo?: string
  subject: string
  html: string
  text: string
  /** Values for tests and scripts, which therefore need not parse the message: codes, hashes, parameters. */
  details?: Record<string, unknown>
}

export type Mail = OutgoingMail & { id: string; receivedAt: string }

function parseRow(row: Record<string, unknown>): Mail {
  const mail: Mail = JSON.parse(String(row.message))
  return { ...mail, id: String(row.id), receivedAt: String(row.received_at) }
}

/** Stores all emails across restarts. Above a limit, the oldest messages are deleted. */
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

  /**
   * Stores a message.
   *
   * @param id - random by default; with the id of a stored message, `mail` is ignored and the stored message returned
   * @throws when the disk cannot be written; then the message is not stored
   */
  deliver(mail: OutgoingMail, receivedAt: Date = new Date(), id: string = randomUUID()): Mail {
    const existing = this.get(id)
    if (existing) return existing
    const delivered: Mail = { ...mail, id, receivedAt: receivedAt.toISOString() }
    this.database.exec('begin immediate')
    try {
      this.database
        .prepare('insert into mails (id, received_at, recipient, message) values (?, ?, ?, ?)')
        .run(delivered.id, delivered.receivedAt, mail.to.toLowerCase(), JSON.stringify(mail))
      this.database
        .prepare('delete from mails where sequence <= (select max(sequence) from mails) - ?')
        .run(this.limit)
      this.database.exec('commit')
    } catch (error) {
      // On a full disk, SQLite has already rolled back the transaction.
      if (this.database.isTransaction) this.database.exec('rollback')
      throw error
    }
    return delivered
  }

  /**
   * Lists the newest messages, by default at most 100.
   *
   * @param options.to - a recipient, case-insensitive
   * @param options.text - a part of the sender, the recipient, the Reply-To, the subject or the text, case-insensitive
   *   for ASCII letters
   */
  list(options: { to?: string; source?: string; text?: string; limit?: number } = {}): Mail[] {
    const { to, source, text = '', limit = 100 } = options
    const rows = this.database
      .prepare(
        `select * from mails
         where (:to is null or recipient = :to)
           and (:source is null or json_extract(message, '$.source') = :source)
           and (:text = '' or instr(lower(concat_ws(char(10), json_extract(message, '$.from'), json_extract(message, '$.to'),
             json_extract(message, '$.replyTo'), json_extract(message, '$.subject'), json_extract(message, '$.text'))), lower(:text)) > 0)
         order by sequence desc limit :limit`,
      )
      .all({ to: to?.toLowerCase() ?? null, source: source ?? null, text, limit })
    return rows.map(parseRow)
  }

  get size(): number {
    return Number(this.database.prepare('select count(*) as count from mails').get()?.count)
  }

  get(id: string): Mail | undefined {
    const row = this.database.prepare('select * from mails where id = ?').get(id)
    return row ? parseRow(row) : undefined
  }

  /** Deletes a message. Returns false when the id is unknown. */
  delete(id: string): boolean {
    return this.database.prepare('delete from mails where id = ?').run(id).changes > 0
  }

  clear(): void {
    this.database.exec('delete from mails')
  }

  close(): void {
    this.database.close()
  }
}

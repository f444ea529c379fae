import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Which vendor would have sent a message. */
export type MailSource = 'auth' | 'stripe' | 'emailjs' | 'smtp'

/** The vendors' names for people. */
export const VENDORS: Record<MailSource, string> = {
  auth: 'Supabase',
  stripe: 'Stripe',
  emailjs: 'EmailJS',
  smtp: 'SMTP',
}

/** A message on its way to the inbox. */
export type OutgoingMail = {
  source: MailSource
  /** What it is for, in the vendor's words: `confirmation`, `recovery`, a template's id. */
  kind: string
  from: string
  to: string
  replyTo?: string
  subject: string
  html: string
  text: string
  /** What programs may want to read without parsing the message: codes, hashes, parameters. */
  details?: Record<string, unknown>
}

/** A message in the inbox. */
export type Mail = OutgoingMail & { id: string; receivedAt: string }

type Row = Record<string, unknown>

function fromRow(row: Row): Mail {
  const mail: Mail = JSON.parse(String(row.message))
  return { ...mail, id: String(row.id), receivedAt: String(row.received_at) }
}

/**
 * Where the e-mails of all vendors land: nothing leaves this machine. Messages survive restarts; the oldest go when
 * there are very many.
 */
export class Inbox {
  private readonly database: DatabaseSync
  private readonly keep: number

  /** `file` is an SQLite file, or `:memory:`; `keep` is how many messages it holds at most. */
  constructor(file: string, keep = 5000) {
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    this.keep = keep
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
   * Puts a message into the inbox.
   *
   * @param at - when it arrives
   * @param id - of a message that its sender may send again: it arrives once
   * @throws when the disk cannot be written; nothing of it is kept then
   */
  deliver(mail: OutgoingMail, at: Date = new Date(), id: string = randomUUID()): Mail {
    const known = this.get(id)
    if (known) return known
    const arrived: Mail = { ...mail, id, receivedAt: at.toISOString() }
    this.database.exec('begin immediate')
    try {
      this.database
        .prepare('insert into mails (id, received_at, recipient, message) values (?, ?, ?, ?)')
        .run(arrived.id, arrived.receivedAt, mail.to.toLowerCase(), JSON.stringify(mail))
      this.database
        .prepare('delete from mails where sequence <= (select max(sequence) from mails) - ?')
        .run(this.keep)
      this.database.exec('commit')
    } catch (error) {
      // SQLite may have done so itself, as when the disk is full.
      if (this.database.isTransaction) this.database.exec('rollback')
      throw error
    }
    return arrived
  }

  /**
   * The latest messages, the newest first; only those to one address, of one vendor, or with a text in an address, the
   * subject or the message, when asked for.
   */
  list(options: { to?: string; source?: MailSource; text?: string; limit?: number } = {}): Mail[] {
    const { to, source, text = '', limit = 100 } = options
    const rows = this.database
      .prepare(
        `select * from mails
         where (:to is null or recipient = :to)
           and (:source is null or json_extract(message, '$.source') = :source)
           and (:text = '' or instr(lower(concat_ws(char(10), json_extract(message, '$.from'), json_extract(message, '$.to'),
             json_extract(message, '$.replyTo'), json_extract(message, '$.subject'), json_extract(message, '$.text'))), :text) > 0)
         order by sequence desc limit :limit`,
      )
      .all({ to: to?.toLowerCase() ?? null, source: source ?? null, text: text.toLowerCase(), limit })
    return rows.map(fromRow)
  }

  /** How many messages there are. */
  get size(): number {
    return Number(this.database.prepare('select count(*) as count from mails').get()?.count)
  }

  /** One message. */
  get(id: string): Mail | undefined {
    const row = this.database.prepare('select * from mails where id = ?').get(id)
    return row ? fromRow(row) : undefined
  }

  /** Deletes one message. Returns false when there is none of this id. */
  delete(id: string): boolean {
    return this.database.prepare('delete from mails where id = ?').run(id).changes > 0
  }

  /** Empties the inbox. */
  clear(): void {
    this.database.exec('delete from mails')
  }

  /** Closes the file. */
  close(): void {
    this.database.close()
  }
}

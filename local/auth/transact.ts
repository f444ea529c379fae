import type { OutgoingMail } from '../mail/inbox.ts'
import type { Sql } from '../postgres/database.ts'
import type { Auth } from './context.ts'

/** One transaction of the service: its statements, its time, and the e-mails that leave once it is committed. */
export type Tx = { sql: Sql; now: Date; send: (mail: OutgoingMail) => void }

/** Runs `work` in a transaction, then delivers the e-mails it sent; none of them when it throws. */
export async function transact<Result>(auth: Auth, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const now = auth.clock()
  const mails: OutgoingMail[] = []
  const result = await auth.database.transaction((sql) =>
    work({ sql, now, send: (mail) => mails.push(mail) }),
  )
  for (const mail of mails) auth.inbox.deliver(mail, now)
  return result
}

import type { OutgoingMail } from '../inbox/inbox.ts'
import type { Sql } from '../postgres/database.ts'
import type { Auth } from './context.ts'
import { AuthError } from './errors.ts'
import { type MailContent, renderMail, type TemplateName } from './mail/templates.ts'

/** A transaction. `now` is its single timestamp; `send` queues an email until the commit. */
export type Tx = { sql: Sql; now: Date; send: (template: TemplateName, content: MailContent) => void }

/** Matches an email whose local part is a dot-atom (RFC 5322). The hosted service's mailer rejects other emails. */
const dotAtomEmail = /^[^.@]+(\.[^.@]+)*@/

/**
 * Runs a callback in a transaction, then sends its emails, or none if the callback throws. Throws a 500 AuthError if an
 * email other than a security notification cannot be sent. The transaction is then rolled back if the mailer
 * rejects the recipient, but not if the delivery fails.
 */
export async function transact<Result>(auth: Auth, callback: (tx: Tx) => Promise<Result>): Promise<Result> {
  const now = auth.clock()
  const mails: OutgoingMail[] = []
  const send: Tx['send'] = (template, content) => {
    if (!dotAtomEmail.test(content.to)) {
      // The hosted service only logs a failed security notification.
      if (template.endsWith('_notification')) return
      throw new AuthError(500, 'unexpected_failure', `Error sending ${template.replaceAll('_', ' ')} email`)
    }
    mails.push(renderMail(template, auth.config(), content))
  }
  const result = await auth.database.transaction((sql) => callback({ sql, now, send }))
  for (const mail of mails) await deliver(auth, mail, now)
  return result
}

async function deliver(auth: Auth, mail: OutgoingMail, now: Date): Promise<void> {
  try {
    await auth.deliver(mail, now)
  } catch (error) {
    auth.log(`auth: sending ${mail.kind} failed: ${error instanceof Error ? error.message : error}`)
    if (mail.kind.endsWith('_notification')) return
    throw new AuthError(500, 'unexpected_failure', `Error sending ${mail.kind.replaceAll('_', ' ')} email`)
  }
}

import type { OutgoingMail } from '../inbox/inbox.ts'
import type { Sql } from '../postgres/database.ts'
import type { Auth } from './context.ts'
import { AuthError } from './errors.ts'
import { type MailContent, renderMail, type TemplateName } from './mail/templates.ts'

/** A transaction of the service: its statements, its time, and its emails, which are sent after the commit. */
export type Tx = { sql: Sql; now: Date; send: (template: TemplateName, content: MailContent) => void }

/** A local part without leading, trailing or double dots: the server's mailer rejects others (RFC 5322, dot-atom). */
const mailableName = /^[^.@]+(\.[^.@]+)*@/

/** Runs `work` in a transaction, then sends its emails; none when it throws. */
export async function transact<Result>(auth: Auth, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const now = auth.clock()
  const { mailSender: name, mailSenderEmail: email, mailTemplate, mails: texts, siteUrl } = auth.config()
  const sender = { name, email, template: mailTemplate, texts, siteUrl }
  const mails: OutgoingMail[] = []
  const send: Tx['send'] = (template, content) => {
    if (!mailableName.test(content.to)) {
      // For a security notice the server only logs the failure.
      if (template.endsWith('_notification')) return
      throw new AuthError(500, 'unexpected_failure', `Error sending ${template.replaceAll('_', ' ')} email`)
    }
    mails.push(renderMail(template, sender, content))
  }
  const result = await auth.database.transaction((sql) => work({ sql, now, send }))
  for (const mail of mails) await deliver(auth, mail, now)
  return result
}

async function deliver(auth: Auth, mail: OutgoingMail, now: Date): Promise<void> {
  try {
    await auth.deliver(mail, now)
  } catch (error) {
    auth.log(`auth: send of ${mail.kind} failed: ${error instanceof Error ? error.message : error}`)
    if (mail.kind.endsWith('_notification')) return
    throw new AuthError(500, 'unexpected_failure', `Error sending ${mail.kind.replaceAll('_', ' ')} email`)
  }
}

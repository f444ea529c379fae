import { createTransport } from 'nodemailer'
import { z } from 'zod'
import type { Environment } from './env'

/** A message that the server sends. */
export type Mail = {
  to: string
  subject: string
  html: string
  text: string
  /** The id in the Message-ID, the same for each attempt with this text, so mailboxes show duplicates only once. */
  id?: string
}

/** Sends a message. Throws a {@link MailError}. */
export type SendMail = (mail: Mail) => Promise<void>

/** The SMTP account from which the server sends. */
export type SmtpAccount = NonNullable<ReturnType<typeof readSmtpAccount>>

/** Thrown when the mail server did not accept a message or the account, or when the result is unknown. */
export class MailError extends Error {
  override readonly name = 'MailError'
  /** Whether the failure is permanent, because the mail server rejects the recipient. */
  readonly isPermanent: boolean

  constructor(message: string, options: ErrorOptions & { isPermanent?: boolean } = {}) {
    super(message, options)
    this.isPermanent = options.isPermanent ?? false
  }
}

const timeoutMs = 15_000

/** The port for implicit TLS (RFC 8314, section 3.3). On other ports, remote servers must support STARTTLS. */
const tlsPort = 465

/** Whether a host is this machine, where connections cannot be intercepted. */
const isLocalHost = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)

/** Creates the nodemailer transport. Connections to other machines are encrypted and verify the server's name. */
function createSmtpTransport({ host, port, user, password }: SmtpAccount) {
  return createTransport({
    host,
    port,
    secure: port === tlsPort,
    ...(isLocalHost(host) ? { ignoreTLS: true } : { requireTLS: port !== tlsPort }),
    auth: { user, pass: password },
    // Messages have no attachments, so nodemailer needs no access to files and URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
}

/** Verifies an account by signing in to the mail server, without sending anything. Throws a MailError. */
export async function verifyAccount(account: SmtpAccount): Promise<void> {
  try {
    await createSmtpTransport(account).verify()
  } catch (cause) {
    throw toMailError(cause)
  }
}

/** Creates the function that sends messages through an account. */
export function createMailer(account: SmtpAccount): SendMail {
  const { host, from } = account
  const transport = createSmtpTransport(account)
  const domain = from.address.split('@')[1] ?? host
  return async ({ to, subject, html, text, id }) => {
    try {
      await transport.sendMail({
        from,
        // An object is always a single recipient, whatever the string contains.
        to: { name: '', address: to },
        subject,
        html,
        text,
        ...(id ? { messageId: `<${id}@${domain}>` } : {}),
        // Suppresses out-of-office replies. https://datatracker.ietf.org/doc/html/rfc3834#section-5
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.timeout(timeoutMs),
      })
    } catch (cause) {
      throw toMailError(cause)
    }
  }
}

const failureSchema = z.object({
  message: z.string(),
  command: z.string().optional(),
  permanent: z.boolean().optional(),
})

function toMailError(cause: unknown): MailError {
  const failure = failureSchema.safeParse(cause).data
  // Other rejections concern the account rather than the recipient: the account's sign-in, sender or quota.
  const isPermanent = failure?.permanent === true && failure.command === 'RCPT TO'
  return new MailError((failure?.message ?? String(cause)).slice(0, 300), { isPermanent, cause })
}

/** The SMTP account's environment variables. */
export type MailVariables = Pick<
  Environment,
  'SMTP_HOST' | 'SMTP_PORT' | 'SMTP_USER' | 'SMTP_PASSWORD' | 'SMTP_FROM_EMAIL' | 'SMTP_FROM_NAME'
>

/** Reads the SMTP account from the environment; undefined when one of its variables is missing. */
export function readSmtpAccount(env: MailVariables) {
  const { SMTP_HOST: host, SMTP_PORT: port, SMTP_USER: user, SMTP_PASSWORD: password } = env
  const { SMTP_FROM_EMAIL: address, SMTP_FROM_NAME: name } = env
  if (!host || !port || !user || !password || !address || !name) return undefined
  return { host, port, user, password, from: { name, address } }
}

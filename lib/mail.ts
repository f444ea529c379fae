import { atMost } from './deadline'
import { type Environment, environment } from './env'
import { fetchWithTimeout } from './fetchWithTimeout'

/** A message that the server sends. */
export type Mail = {
  to: string
  subject: string
  html: string
  text: string
}

/** Sends a message. Throws a {@link MailError} when it was refused, something else when no answer came. */
export type SendMail = (mail: Mail) => Promise<void>

/** The EmailJS account with which the server sends. */
export type MailAccount = {
  /** The service's origin. */
  origin: string
  publicKey: string
  privateKey: string
  serviceId: string
  /** A template of `{{to_email}}`, `{{subject}}`, `{{{html}}}` and `{{text}}`. */
  templateId: string
}

/** EmailJS has refused a message: its status, and its line of text. */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly status: number

  constructor(status: number, text: string) {
    super(`EmailJS answered ${status}: ${text.slice(0, 200)}`)
    this.status = status
  }
}

/** Milliseconds. */
const timeoutMs = 10_000

/** EmailJS takes a request a second: https://www.emailjs.com/docs/rest-api/send/. Milliseconds, with some to spare. */
const intervalMs = 1100

/**
 * Makes the function that sends through an account, one message after the other and not more often than EmailJS takes
 * them.
 */
export function createMailer(account: MailAccount): SendMail {
  let turn = Promise.resolve()
  let last = Number.NEGATIVE_INFINITY
  return (mail) => {
    const sent = turn.then(async () => {
      const pause = last + intervalMs - performance.now()
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
      // Counted from the answer: on its way a message may be held up, and the next one not.
      await send(account, mail).finally(() => {
        last = performance.now()
      })
    })
    turn = sent.catch(() => {})
    return sent
  }
}

/** The private key goes into the body: https://www.emailjs.com/docs/rest-api/send/ */
async function send(account: MailAccount, { to, subject, html, text }: Mail): Promise<void> {
  const answer = await fetchWithTimeout(atMost(timeoutMs))(`${account.origin}/api/v1.0/email/send`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      user_id: account.publicKey,
      accessToken: account.privateKey,
      service_id: account.serviceId,
      template_id: account.templateId,
      template_params: { to_email: to, subject, html, text },
    }),
    cache: 'no-store',
  })
  if (!answer.ok) throw new MailError(answer.status, await answer.text())
}

/** The variables that name the account. */
export type MailVariables = Pick<
  Environment,
  | 'NEXT_PUBLIC_EMAILJS_ORIGIN'
  | 'EMAILJS_PUBLIC_KEY'
  | 'EMAILJS_PRIVATE_KEY'
  | 'EMAILJS_SERVICE_ID'
  | 'EMAILJS_NOTICE_TEMPLATE_ID'
>

/** The account of the environment; undefined while the server has none. */
export function mailAccount(env: MailVariables = environment()): MailAccount | undefined {
  const { EMAILJS_PUBLIC_KEY, EMAILJS_PRIVATE_KEY, EMAILJS_SERVICE_ID, EMAILJS_NOTICE_TEMPLATE_ID } = env
  if (!EMAILJS_PUBLIC_KEY || !EMAILJS_PRIVATE_KEY || !EMAILJS_SERVICE_ID || !EMAILJS_NOTICE_TEMPLATE_ID) {
    return undefined
  }
  return {
    origin: env.NEXT_PUBLIC_EMAILJS_ORIGIN ?? 'https://api.emailjs.com',
    publicKey: EMAILJS_PUBLIC_KEY,
    privateKey: EMAILJS_PRIVATE_KEY,
    serviceId: EMAILJS_SERVICE_ID,
    templateId: EMAILJS_NOTICE_TEMPLATE_ID,
  }
}

import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { MailTemplate } from '../config.ts'
import type { CloudEnvironment } from '../http/context.ts'
import type { Faults } from '../http/faults.ts'
import { injectFaults } from '../http/injectFaults.ts'
import { securityHeaders } from '../http/securityHeaders.ts'
import { unsupported } from '../http/unsupported.ts'
import type { Inbox } from '../inbox/inbox.ts'
import { account } from './account.ts'
import { RateLimit } from './rateLimit.ts'
import { renderMail } from './render.ts'
import { checkRequest, Refusal, readJsonRequest } from './request.ts'

/** A whole request. Bytes. */
const BODY_LIMIT = 2 * 1024 * 1024

export type EmailJsParts = {
  inbox: Inbox
  template: MailTemplate
  faults: Faults
  /** The account's allow-list: pages of these origins may send. */
  origins: readonly string[]
  log: (line: string) => void
  limit?: RateLimit
}

type RequestContext = Context<CloudEnvironment>

/**
 * The application behind the EmailJS port: `send` of its public API, which delivers to the one inbox
 * (https://www.emailjs.com/docs/rest-api/send/).
 */
export function createEmailJsApp(parts: EmailJsParts): Hono<CloudEnvironment> {
  const limit = parts.limit ?? new RateLimit()
  const app = new Hono<CloudEnvironment>()
  app.use(securityHeaders())
  app.use(async (c, next) => {
    if (c.req.method === 'OPTIONS') return preflight(c)
    await next()
    c.res.headers.set('access-control-allow-origin', '*')
  })
  app.use(injectFaults(parts.faults, 'emailjs', (status, text) => plain(status, text)))
  app.use(bodyLimit({ maxSize: BODY_LIMIT, onError: () => plain(413, 'Payload Too Large') }))

  app.post('/api/v1.0/email/send', async (c) => {
    const request = readJsonRequest(await c.req.text())
    checkOrigin(c.req.header('origin'), parts.origins)
    if (!limit.take(c.env.incoming.socket.remoteAddress ?? '')) throw new Refusal(429, 'Too Many Requests')
    checkRequest(request, account, parts.template)
    parts.inbox.deliver(renderMail(parts.template, request.params))
    return plain(200, 'OK')
  })
  app.get('/', () => plain(200, 'EmailJS of the local cloud: POST /api/v1.0/email/send'))
  app.notFound(unsupported(parts.log))
  app.onError((error, c) => {
    if (error instanceof Refusal) return plain(error.status, error.message)
    parts.log(`local cloud: ${c.req.method} ${c.req.path} failed: ${error.stack ?? error.message}`)
    return plain(500, 'An internal error occurred in the local cloud; its log says more')
  })
  return app
}

function plain(status: number, text: string): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

function preflight(c: RequestContext): Response {
  const requested = c.req.header('access-control-request-headers')
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST, OPTIONS',
      'access-control-max-age': '600',
      ...(requested ? { 'access-control-allow-headers': requested } : {}),
    },
  })
}

/**
 * Who may send: browsers only, as is EmailJS's default, and pages of the allow-list only
 * (https://www.emailjs.com/docs/faq/is-it-okay-to-expose-my-public-key/).
 */
function checkOrigin(origin: string | undefined, allowed: readonly string[]): void {
  if (!origin) throw new Refusal(403, 'API calls are disabled for non-browser applications')
  if (!allowed.includes(origin)) throw new Refusal(403, `The origin ${origin} is not on the allow-list`)
}

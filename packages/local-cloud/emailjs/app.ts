import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import type { MailTemplate } from '../config.ts'
import type { CloudEnvironment } from '../http/context.ts'
import type { Faults } from '../http/faults.ts'
import { injectFaults } from '../http/injectFaults.ts'
import { securityHeaders } from '../http/securityHeaders.ts'
import { createUnsupportedHandler } from '../http/unsupported.ts'
import type { Inbox } from '../inbox/inbox.ts'
import { account } from './account.ts'
import type { RateLimit } from './rateLimit.ts'
import { renderMail } from './render.ts'
import { checkRequest, parseSendRequest, Refusal } from './request.ts'

/** The maximum size of a request. Bytes. */
const bodyMaxSize = 2 * 1024 * 1024

export type EmailJsParts = {
  inbox: Inbox
  template: MailTemplate
  faults: Faults
  /** The account's allow-list: the origins whose pages may send. */
  origins: readonly string[]
  log: (line: string) => void
  limit: RateLimit
}

/**
 * The application of the EmailJS port: `send` of the public API, which stores emails in the inbox
 * (https://www.emailjs.com/docs/rest-api/send/).
 */
export function createEmailJsApp(parts: EmailJsParts): Hono<CloudEnvironment> {
  const app = new Hono<CloudEnvironment>()
  app.use(securityHeaders())
  app.use(cors({ origin: '*', allowMethods: ['POST'], maxAge: 600 }))
  app.use(injectFaults(parts.faults, 'emailjs', (status, text) => plainResponse(status, text)))
  app.use(bodyLimit({ maxSize: bodyMaxSize, onError: () => plainResponse(413, 'Payload Too Large') }))

  app.post('/api/v1.0/email/send', async (c) => {
    const request = parseSendRequest(await c.req.text())
    checkOrigin(c.req.header('origin'), parts.origins)
    if (!parts.limit.take(getConnInfo(c).remote.address ?? '')) throw new Refusal(429, 'Too Many Requests')
    checkRequest(request, account, parts.template)
    parts.inbox.deliver(renderMail(parts.template, request.params))
    return plainResponse(200, 'OK')
  })
  app.get('/', () => plainResponse(200, 'EmailJS of the local cloud: POST /api/v1.0/email/send'))
  app.notFound(createUnsupportedHandler(parts.log))
  app.onError((error, c) => {
    if (error instanceof Refusal) return plainResponse(error.status, error.message)
    parts.log(`local cloud: ${c.req.method} ${c.req.path} failed: ${error.stack ?? error.message}`)
    return plainResponse(500, 'An internal error occurred in the local cloud; see its log')
  })
  return app
}

function plainResponse(status: number, text: string): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

/**
 * Allows browsers only, as is EmailJS's default, and pages of the allow-list only
 * (https://www.emailjs.com/docs/faq/is-it-okay-to-expose-my-public-key/).
 */
function checkOrigin(origin: string | undefined, allowed: readonly string[]): void {
  if (!origin) throw new Refusal(403, 'API calls are disabled for non-browser applications')
  if (!allowed.includes(origin)) throw new Refusal(403, `The origin ${origin} is not on the allow-list`)
}

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
import { parseSendRequest, Refusal, requireValidRequest } from './request.ts'

const maxBodyBytes = 2 * 1024 * 1024

export type EmailJsDependencies = {
  inbox: Inbox
  template: MailTemplate
  faults: Faults
  /** The account's allow-list: the origins whose pages may send messages. */
  allowedOrigins: readonly string[]
  log: (line: string) => void
  rateLimit: RateLimit
}

/**
 * Creates the app that emulates EmailJS on its own port: the public API's `send` endpoint, which stores emails in the
 * inbox (https://www.emailjs.com/docs/rest-api/send/).
 */
export function createEmailJsApp(dependencies: EmailJsDependencies): Hono<CloudEnvironment> {
  const app = new Hono<CloudEnvironment>()
  app.use(securityHeaders())
  app.use(cors({ origin: '*', allowMethods: ['POST'], maxAge: 600 }))
  app.use(injectFaults(dependencies.faults, 'emailjs', (status, text) => createTextResponse(status, text)))
  app.use(bodyLimit({ maxSize: maxBodyBytes, onError: () => createTextResponse(413, 'Payload Too Large') }))

  app.post('/api/v1.0/email/send', async (c) => {
    const request = parseSendRequest(await c.req.text())
    requireAllowedOrigin(c.req.header('origin'), dependencies.allowedOrigins)
    if (!dependencies.rateLimit.tryRequest(getConnInfo(c).remote.address ?? ''))
      throw new Refusal(429, 'Too Many Requests')
    requireValidRequest(request, account, dependencies.template)
    dependencies.inbox.deliver(renderMail(dependencies.template, request.params))
    return createTextResponse(200, 'OK')
  })
  app.get('/', () => createTextResponse(200, 'The local cloud serves EmailJS: POST /api/v1.0/email/send'))
  app.notFound(createUnsupportedHandler(dependencies.log))
  app.onError((error, c) => {
    if (error instanceof Refusal) return createTextResponse(error.status, error.message)
    dependencies.log(`local cloud: ${c.req.method} ${c.req.path} failed: ${error.stack ?? error.message}`)
    return createTextResponse(500, 'An internal error occurred in the local cloud; see its log')
  })
  return app
}

function createTextResponse(status: number, text: string): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

/**
 * Throws a refusal unless the request's Origin is on the allow-list. By default, EmailJS refuses clients other than
 * browsers (https://www.emailjs.com/docs/faq/is-it-okay-to-expose-my-public-key/).
 */
function requireAllowedOrigin(origin: string | undefined, allowedOrigins: readonly string[]): void {
  if (!origin) throw new Refusal(403, 'API calls are disabled for non-browser applications')
  if (!allowedOrigins.includes(origin))
    throw new Refusal(403, `The origin ${origin} is not on the allow-list`)
}

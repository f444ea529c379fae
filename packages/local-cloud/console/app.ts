import { Hono } from 'hono'
import { type ControlParts, controlRoutes } from '../control/routes.ts'
import type { CloudEnvironment } from '../http/context.ts'
import { errorResponse, HttpError } from '../http/errors.ts'
import { fontRoutes } from '../http/fonts.ts'
import { securityHeaders } from '../http/securityHeaders.ts'
import { unsupported } from '../http/unsupported.ts'
import type { Inbox } from '../inbox/inbox.ts'
import { inboxPages, inboxRoutes } from '../inbox/routes.ts'
import type { Billing } from '../stripe/billing.ts'
import { billingPage } from '../stripe/console/page.ts'
import { billingRoutes } from '../stripe/console/routes.ts'
import { type Address, consolePage } from './page.ts'

/**
 * The application behind the console port: pages for people and the control API behind them. `close` ends its open
 * streams.
 */
export function createConsoleApp(
  parts: ControlParts & {
    addresses: Address[]
    inbox: Inbox
    billing: Billing
    /** Further routes of the control API. */
    accounts: Hono<CloudEnvironment>
    log: (line: string) => void
  },
): { app: Hono<CloudEnvironment>; close: () => void } {
  const mails = inboxRoutes(parts.inbox)
  const app = new Hono<CloudEnvironment>()
  app.use(securityHeaders())
  app.route('/', fontRoutes())
  app.get('/', () => consolePage(parts.addresses))
  app.route('/', inboxPages(parts.inbox))
  app.get('/billing', () => billingPage())
  const more = [mails.routes, billingRoutes(parts.billing), parts.accounts]
  app.route('/', controlRoutes({ ...parts, more }))
  app.notFound(unsupported(parts.log))
  app.onError((error, c) => {
    if (error instanceof HttpError) return errorResponse(error.statusCode, error.message, error.extra)
    parts.log(`local cloud: ${c.req.method} ${c.req.path} failed: ${error.stack ?? error.message}`)
    return errorResponse(500, 'An internal error occurred in the local cloud; its log says more')
  })
  return { app, close: mails.close }
}

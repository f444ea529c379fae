import { Hono } from 'hono'
import { guardControl } from '../control/guard.ts'
import { type ControlParts, controlRoutes } from '../control/routes.ts'
import { limitBody } from '../http/body.ts'
import type { CloudEnvironment } from '../http/context.ts'
import { errorResponse, HttpError } from '../http/errors.ts'
import { fontRoutes } from '../http/fonts.ts'
import type { RequestLog } from '../http/requestLog.ts'
import { securityHeaders } from '../http/securityHeaders.ts'
import { unsupported } from '../http/unsupported.ts'
import type { Inbox } from '../inbox/inbox.ts'
import { inboxPages, inboxRoutes } from '../inbox/routes.ts'
import type { AccountStore } from '../sanity/auth/store.ts'
import { contentPages } from '../sanity/console/routes.ts'
import type { ContentLake } from '../sanity/lake.ts'
import type { Billing } from '../stripe/billing.ts'
import { billingPages } from '../stripe/console/pages.ts'
import { billingRoutes } from '../stripe/console/routes.ts'
import { accountPages } from '../supabase/console/routes.ts'
import { accountControl } from '../supabase/control.ts'
import type { MountedAuth } from '../supabase/mount.ts'
import { type Address, consolePage } from './page.ts'
import { requestPages } from './requests/routes.ts'

/**
 * The application behind the console port: pages for people and the control API behind them. `close` ends its open
 * streams.
 */
export function createConsoleApp(
  parts: ControlParts & {
    addresses: Address[]
    inbox: Inbox
    billing: Billing
    auth: MountedAuth
    lake: ContentLake
    /** The people of the Sanity project. */
    people: AccountStore
    requests: RequestLog
    log: (line: string) => void
  },
): { app: Hono<CloudEnvironment>; close: () => void } {
  const mails = inboxRoutes(parts.inbox)
  const guard = guardControl(parts.token)
  const app = new Hono<CloudEnvironment>()
  app.use(securityHeaders())
  app.route('/', fontRoutes())
  // Pages may be looked at; what changes something is for this origin and holders of the token.
  app.use((c, next) => (['GET', 'HEAD'].includes(c.req.method) ? next() : guard(c, next)))
  app.use(limitBody(64 * 1024))
  app.get('/', () => consolePage(parts.addresses))
  app.route('/', inboxPages(parts.inbox))
  app.route('/', billingPages(parts.billing))
  app.route('/', accountPages(parts.auth))
  app.route(
    '/',
    contentPages(parts.lake, (id) => parts.people.find(id)?.name ?? id),
  )
  app.route('/', requestPages(parts.requests))
  const more = [mails.routes, billingRoutes(parts.billing), accountControl(parts.auth)]
  app.route('/', controlRoutes({ ...parts, more }))
  app.notFound(unsupported(parts.log))
  app.onError((error, c) => {
    if (error instanceof HttpError) return errorResponse(error.statusCode, error.message, error.extra)
    parts.log(`local cloud: ${c.req.method} ${c.req.path} failed: ${error.stack ?? error.message}`)
    return errorResponse(500, 'An internal error occurred in the local cloud; its log says more')
  })
  return { app, close: mails.close }
}

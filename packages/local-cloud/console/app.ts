import { Hono } from 'hono'
import { limitBody } from '../http/body.ts'
import type { CloudEnvironment } from '../http/context.ts'
import { errorResponse, HttpError } from '../http/errors.ts'
import { securityHeaders } from '../http/securityHeaders.ts'
import { createUnsupportedHandler } from '../http/unsupported.ts'
import type { Inbox } from '../inbox/inbox.ts'
import type { Billing } from '../stripe/billing.ts'
import { billingPages } from '../stripe/console/pages.ts'
import { billingRoutes } from '../stripe/console/routes.ts'
import type { MountedAuth } from '../supabase/mount.ts'
import { accountControl, accountPages } from './accounts.ts'
import { type ControlParts, controlRoutes } from './control.ts'
import { guardControl } from './guard.ts'
import { inboxPages, inboxRoutes } from './inbox/routes.ts'
import { consolePage, type Service } from './page.ts'

/** The application of the console port: pages, and the control API. */
export function createConsoleApp(
  parts: Omit<ControlParts, 'more'> & {
    services: Service[]
    inbox: Inbox
    billing: Billing
    auth: MountedAuth
    log: (line: string) => void
  },
): Hono<CloudEnvironment> {
  const guard = guardControl(parts.token)
  const app = new Hono<CloudEnvironment>()
  app.use(securityHeaders())
  // GET and HEAD are public; other methods require this origin or the token.
  app.use((c, next) => (['GET', 'HEAD'].includes(c.req.method) ? next() : guard(c, next)))
  app.use(limitBody(64 * 1024))
  app.get('/', () => consolePage(parts.services))
  app.route('/', inboxPages(parts.inbox))
  app.route('/', billingPages())
  app.route('/', accountPages(parts.auth))
  const more = [inboxRoutes(parts.inbox), billingRoutes(parts.billing), accountControl(parts.auth)]
  app.route('/', controlRoutes({ ...parts, more }))
  app.notFound(createUnsupportedHandler(parts.log))
  app.onError((error, c) => {
    if (error instanceof HttpError) return errorResponse(error.statusCode, error.message, error.extra)
    parts.log(`local cloud: ${c.req.method} ${c.req.path} failed: ${error.stack ?? error.message}`)
    return errorResponse(500, 'An internal error occurred in the local cloud; see its log')
  })
  return app
}

import { Hono } from 'hono'
import { limitBody } from '../http/body.ts'
import type { CloudEnvironment } from '../http/context.ts'
import { createErrorHandler } from '../http/errors.ts'
import { securityHeaders } from '../http/securityHeaders.ts'
import { createUnsupportedHandler } from '../http/unsupported.ts'
import type { Inbox } from '../inbox/inbox.ts'
import type { Billing } from '../stripe/billing.ts'
import type { MountedAuth } from '../supabase/mount.ts'
import { createAccountControlRoutes } from './accounts.ts'
import { createBillingPages } from './billing/pages.ts'
import { createBillingRoutes } from './billing/routes.ts'
import { type ControlDependencies, createControlRoutes } from './control.ts'
import { guardControl } from './guard.ts'
import { createInboxPages, createInboxRoutes } from './inbox/routes.ts'
import { renderConsolePage, type Service } from './page.ts'

/** Creates the application of the console port: its pages and the control API. */
export function createConsoleApp(
  dependencies: Omit<ControlDependencies, 'additionalRoutes'> & {
    services: Service[]
    inbox: Inbox
    billing: Billing
    auth: MountedAuth
    log: (line: string) => void
  },
): Hono<CloudEnvironment> {
  const guard = guardControl(dependencies.token)
  const app = new Hono<CloudEnvironment>()
  app.use(securityHeaders())
  // GET and HEAD of pages are public; other methods and the control API require this origin or the token.
  app.use((c, next) => (['GET', 'HEAD'].includes(c.req.method) ? next() : guard(c, next)))
  app.use(limitBody(64 * 1024))
  app.get('/', () => renderConsolePage(dependencies.services))
  app.route('/', createInboxPages(dependencies.inbox))
  app.route('/', createBillingPages())
  const additionalRoutes = [
    createInboxRoutes(dependencies.inbox),
    createBillingRoutes(dependencies.billing),
    createAccountControlRoutes(dependencies.auth),
  ]
  app.route('/', createControlRoutes({ ...dependencies, additionalRoutes }))
  app.notFound(createUnsupportedHandler(dependencies.log))
  app.onError(createErrorHandler(dependencies.log))
  return app
}

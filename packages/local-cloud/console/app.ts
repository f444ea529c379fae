import { Hono } from 'hono'
import { limitBody } from '../http/body.ts'
import type { CloudEnvironment } from '../http/context.ts'
import { createErrorHandler } from '../http/errors.ts'
import { securityHeaders } from '../http/securityHeaders.ts'
import { createUnsupportedHandler } from '../http/unsupported.ts'
import type { Inbox } from '../inbox/inbox.ts'
import { createBillingPages } from './billing/pages.ts'
import { createBillingRoutes } from './billing/routes.ts'
import { type ControlDependencies, createControlRoutes } from './control.ts'
import { createInboxPages, createInboxRoutes } from './inbox/routes.ts'
import { renderConsolePage } from './page.ts'

/** Creates the application of the console port: its pages and the control API. */
export function createConsoleApp(
  dependencies: Omit<ControlDependencies, 'additionalRoutes'> & {
    inbox: Inbox
    log: (line: string) => void
  },
): Hono<CloudEnvironment> {
  const app = new Hono<CloudEnvironment>()
  app.use(securityHeaders())
  app.use(limitBody(64 * 1024))
  app.get('/', () => renderConsolePage())
  app.route('/', createInboxPages(dependencies.inbox))
  app.route('/', createBillingPages())
  const additionalRoutes = [createInboxRoutes(dependencies.inbox), createBillingRoutes(dependencies.billing)]
  app.route('/', createControlRoutes({ ...dependencies, additionalRoutes }))
  app.notFound(createUnsupportedHandler(dependencies.log))
  app.onError(createErrorHandler(dependencies.log))
  return app
}

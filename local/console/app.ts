import { Hono } from 'hono'
import { type ControlParts, controlRoutes } from '../control/routes.ts'
import type { CloudEnvironment } from '../http/context.ts'
import { errorResponse, HttpError } from '../http/errors.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { unsupported } from '../http/unsupported.ts'
import { consolePage } from './page.ts'

/** The application behind the console port: a page for people and the control API behind it. */
export function createConsoleApp(
  parts: ControlParts & {
    addresses: { name: string; url: string; about: string }[]
    log: (line: string) => void
  },
): Hono<CloudEnvironment> {
  const app = new Hono<CloudEnvironment>()
  app.use(securityHeaders())
  app.get('/', () => consolePage(parts.addresses))
  app.route('/', controlRoutes(parts))
  app.notFound(unsupported(parts.log))
  app.onError((error, c) => {
    if (error instanceof HttpError) return errorResponse(error.statusCode, error.message, error.extra)
    parts.log(`local cloud: ${c.req.method} ${c.req.path} failed: ${error.stack ?? error.message}`)
    return errorResponse(500, 'An internal error occurred in the local cloud; its log says more')
  })
  return app
}

import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { requireAdmin } from './access.ts'
import { CAPTCHA_PATHS, requireCaptcha } from './captcha.ts'
import type { Auth, AuthEnvironment } from './context.ts'
import { AuthError, authErrorResponse, unexpected } from './errors.ts'
import { adminLinkRoutes } from './routes/adminLinks.ts'
import { adminUserRoutes } from './routes/adminUsers.ts'
import { emailRoutes } from './routes/emails.ts'
import { factorRoutes } from './routes/factors.ts'
import { sessionRoutes } from './routes/session.ts'
import { signupRoutes } from './routes/signup.ts'
import { verifyRoutes } from './routes/verify.ts'

/** The hosted service's maximum size of a request body. */
const maxBodyBytes = 1024 * 1024

/** Creates the application that serves `/auth/v1`. */
export function createAuthRoutes(auth: Auth): Hono<AuthEnvironment> {
  const app = new Hono<AuthEnvironment>()
  const rejectLargeBody = () => {
    const message = `Request body too large (max ${maxBodyBytes} bytes)`
    throw new AuthError(413, 'request_entity_too_large', message)
  }
  app.use(bodyLimit({ maxSize: maxBodyBytes, onError: rejectLargeBody }))
  app.use('/admin/*', requireAdmin(auth))
  app.use('/invite', requireAdmin(auth))
  for (const path of CAPTCHA_PATHS) app.use(path, requireCaptcha(auth))
  for (const createRoutes of [
    signupRoutes,
    emailRoutes,
    sessionRoutes,
    verifyRoutes,
    factorRoutes,
    adminUserRoutes,
    adminLinkRoutes,
  ]) {
    app.route('/', createRoutes(auth))
  }
  app.get('/.well-known/jwks.json', (c) => {
    c.header('cache-control', 'public, max-age=600')
    return c.json(auth.keys.jwks())
  })
  app.get('/settings', (c) =>
    c.json({ external: { email: true }, disable_signup: false, mailer_autoconfirm: false }),
  )
  // Responds as the hosted service does, since supabase-js would treat 501 as a network failure.
  app.all('*', (c) => c.text('404 page not found\n', 404))
  app.onError((error, c) => {
    if (error instanceof AuthError) {
      const response = authErrorResponse(error)
      // The rest of the body is unread, so the connection cannot be reused.
      if (error.status === 413) response.headers.set('connection', 'close')
      return response
    }
    auth.log(`local cloud: ${c.req.method} ${c.req.path} failed: ${error.stack ?? error.message}`)
    return authErrorResponse(unexpected())
  })
  return app
}

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
import { publicRoutes } from './routes/public.ts'
import { sessionRoutes } from './routes/session.ts'
import { signupRoutes } from './routes/signup.ts'
import { verifyRoutes } from './routes/verify.ts'

/** The hosted service's maximum. */
const maxBodyBytes = 1024 * 1024

/** The application below `/auth/v1`. */
export function createAuthRoutes(auth: Auth): Hono<AuthEnvironment> {
  const app = new Hono<AuthEnvironment>()
  app.use(async (c, next) => {
    await next()
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  })
  app.use(
    bodyLimit({
      maxSize: maxBodyBytes,
      onError: () => {
        throw new AuthError(
          413,
          'request_entity_too_large',
          `Request body too large (max ${maxBodyBytes} bytes)`,
        )
      },
    }),
  )
  const requireSecretKey = async (c: Parameters<typeof requireAdmin>[1], next: () => Promise<void>) => {
    await requireAdmin(auth, c)
    await next()
  }
  app.use('/admin/*', requireSecretKey)
  app.use('/invite', requireSecretKey)
  for (const path of CAPTCHA_PATHS) app.use(path, requireCaptcha(auth))
  for (const createRoutes of [
    publicRoutes,
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
  // The hosted service's response. supabase-js would treat 501 as a network failure.
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
